"use strict";
/* Who this browser is: localStorage has the last 8 characters of ids; `not` was forgotten. */

const strip = document.getElementById("you");
const find = (part) => strip.querySelector(part);
const { event, file, door, needs, at, own, sure, ...words } = strip?.dataset ?? {};
const key = `you-${event}`;
const read = (name) => JSON.parse(localStorage[name] ?? "{}");
const short = (id = "") => id.slice(-8);
const say = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
const page = async (url) => new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
let offered;

function mark() {
  const all = Object.keys(localStorage).filter((name) => name.startsWith("you-")).map(read);
  for (const row of document.querySelectorAll("[data-entry], [data-player]")) {
    const { entry, player } = row.dataset;
    row.ariaCurrent = all.some((you) => you.entry === short(entry) || you.player === short(player)) || null;
  }
}

function be(you) {
  localStorage[key] = JSON.stringify(you);
  show();
}

async function show() {
  mark();
  const you = read(key);
  const all = you.entry && (await fetch(file).then((answer) => answer.json()).catch(() => {}));
  const row = all?.rows.find((each) => each[0] === you.entry);
  document.body.toggleAttribute("data-nobody", !row);
  strip.hidden = !row;
  if (!row) return;
  const [, player, name, place, change, score, table, seat] = row;
  if (you.player !== player) return be({ ...you, player });
  const [id, now] = all.tables[table];
  const moved = change && (change > 0 ? "▲" : "▼") + Math.abs(change);
  find("bdi").textContent = name;
  find("span").textContent = [place && say(words.place, { place }), moved, score, now].filter(Boolean).join(" · ");
  const link = find(".sits");
  link.hidden = !id;
  link.href = at.replace("0", id);
  link.textContent = say(words.seat, { table, seat });
  if (!you.sat || !id || offered === id) return;
  offered = id;
  const offer = (await page(door)).getElementById("offer");
  if (offer && !document.getElementById("offer")) strip.append(offer);
}

async function need() {
  const all = await page(needs);
  for (const each of all.querySelectorAll("[data-entry]")) if (short(each.dataset.entry) !== read(key).entry) each.remove();
  const row = all.querySelector("[data-entry]");
  row?.removeAttribute("id");
  find("div").replaceChildren(all.querySelector(row ? "table" : ".empty p + p") ?? "");
}

if (strip) {
  if (own && (sure ? read(key).not !== short(own) : !localStorage[key])) be({ entry: short(own), sat: sure });
  else show();
  setInterval(() => document.hidden || show(), 15e3);
  find("details").ontoggle = need;
  document.addEventListener("click", ({ target }) => {
    if ("forget" in target.dataset) be({ not: read(key).entry });
    if ("me" in target.dataset) be({ entry: short(target.closest("[data-entry]").dataset.entry) });
  });
} else mark();
document.addEventListener("htmx:afterSettle", mark);
