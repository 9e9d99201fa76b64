"use strict";
/* Improvements beyond htmx. All pages also work without JavaScript. */

// Steppers: buttons for plus and minus beside a number field.
function addSteppers(root) {
  for (const field of root.querySelectorAll("[data-stepper]:not([data-stepping])")) {
    field.dataset.stepping = "";
    const input = field.querySelector("input");
    const button = (sign, by) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "plain";
      made.textContent = sign;
      made.tabIndex = -1;
      made.setAttribute("aria-hidden", "true");
      made.addEventListener("click", () => {
        const least = input.min === "" ? -Infinity : Number(input.min);
        const most = input.max === "" ? Infinity : Number(input.max);
        input.value = String(Math.min(most, Math.max(least, Number(input.value || 0) + by)));
        input.dispatchEvent(new Event("change", { bubbles: true }));
      });
      return made;
    };
    field.prepend(button("\u2212", -1));
    field.append(button("+", 1));
  }
}

// A browser cannot show what is wrong with a field in a closed fold, so open it.
document.addEventListener(
  "invalid",
  (event) => {
    for (let fold = event.target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  },
  true,
);

// A button that copies a link or secret that is shown once.
function addCopying(root) {
  for (const box of root.querySelectorAll("[data-copy]:not([data-copying])")) {
    box.dataset.copying = "";
    const input = box.querySelector("input");
    const made = document.createElement("button");
    made.type = "button";
    made.className = "plain";
    made.textContent = box.dataset.copy;
    made.addEventListener("click", async () => {
      input.select();
      if (navigator.clipboard) await navigator.clipboard.writeText(input.value);
      else document.execCommand("copy");
      made.textContent = box.dataset.copied;
    });
    box.append(made);
  }
}

// A button that shares the address of the page, or copies it where the browser cannot share.
function addSharing(root) {
  if (!navigator.share && !navigator.clipboard) return;
  for (const button of root.querySelectorAll("[data-share][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const page = { title: document.title, url: location.href };
      if (navigator.share) await navigator.share(page).catch(() => {});
      else {
        await navigator.clipboard.writeText(page.url);
        button.textContent = button.dataset.copied;
      }
    });
  }
}

// A search field above a long list of people. Chosen people stay visible.
function addFinding(root) {
  for (const list of root.querySelectorAll("[data-find]:not([data-finding])")) {
    list.dataset.finding = "";
    const input = document.createElement("input");
    input.type = "search";
    input.className = "find-people";
    input.placeholder = list.dataset.find;
    input.setAttribute("aria-label", list.dataset.find);
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLocaleLowerCase();
      for (const label of list.querySelectorAll("label")) {
        const chosen = label.querySelector("input").checked;
        label.hidden = !chosen && !label.textContent.toLocaleLowerCase().includes(wanted);
      }
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
    list.before(input);
  }
}

// A block of many buttons is one stop of Tab. Arrows go on inside it: to the next button, or to the nearest one above or
// below. The stop is the button that had the focus, else the pressed one, else the first.
const isOpen = (block, key) => !key.disabled && (key.closest("[hidden]")?.contains(block) ?? true);
const keysOf = (block) => [...block.querySelectorAll("button")].filter((key) => isOpen(block, key));

function keepOneStop(block) {
  const keys = keysOf(block);
  const stop = keys.find((key) => key === block.lastKey) ?? keys.find((key) => key.ariaPressed === "true") ?? keys[0];
  for (const key of block.querySelectorAll("button")) key.tabIndex = key === stop ? 0 : -1;
}

function keyAfter(key, keys, pressed) {
  const next = { ArrowRight: 1, ArrowLeft: -1 }[pressed];
  if (next) return keys[keys.indexOf(key) + next];
  if (pressed === "Home" || pressed === "End") return keys.at(pressed === "Home" ? 0 : -1);
  const way = { ArrowDown: 1, ArrowUp: -1 }[pressed];
  const { left, top, height } = key.getBoundingClientRect();
  const away = (other) => way * (other.getBoundingClientRect().top - top);
  const lines = way ? keys.filter((other) => away(other) > height / 2) : [];
  const nearest = Math.min(...lines.map(away));
  const aside = (other) => Math.abs(other.getBoundingClientRect().left - left);
  return lines.filter((other) => away(other) < nearest + height / 2).sort((one, two) => aside(one) - aside(two))[0];
}

function addArrows(root) {
  for (const block of root.querySelectorAll("[data-arrows]:not([data-arrowed])")) {
    block.dataset.arrowed = "";
    block.addEventListener("focusin", (event) => {
      if (event.target.matches("button")) block.lastKey = event.target;
      keepOneStop(block);
    });
    block.addEventListener("keydown", (event) => {
      const after = event.target.matches("button") && keyAfter(event.target, keysOf(block), event.key);
      if (!after) return;
      event.preventDefault();
      after.focus();
    });
    const changes = { attributeFilter: ["disabled", "hidden", "aria-pressed"], childList: true, subtree: true };
    new MutationObserver(() => keepOneStop(block)).observe(block, changes);
    keepOneStop(block);
  }
}

// A double click submits a form once.
const submittedAt = new WeakMap();

function submitOnce(event) {
  if (event.timeStamp - submittedAt.get(event.target) < 1000) event.preventDefault();
  else submittedAt.set(event.target, event.timeStamp);
}

// A draw can take some seconds. Its button shows that and cannot be pressed twice.
function showBusy(event) {
  const button = event.submitter;
  if (!button || event.defaultPrevented) return;
  setTimeout(() => button.setAttribute("aria-busy", "true"), 300);
}

// A swap can remove the focused element, for example the pressed button. Then the focus goes to the same row or to the
// swapped part, so that the next Tab continues there and not at the top of the page.
let focusedIn = [];

function rememberFocus(event) {
  const target = event.detail.target;
  // Another part that renews itself before this one has settled must not forget what is remembered.
  if (!target.contains(document.activeElement)) return;
  focusedIn = [];
  for (let place = document.activeElement; place; place = place.parentElement) {
    if (place.id) focusedIn.push(place.id);
    if (place === target) break;
  }
}

function restoreFocus() {
  const lost = document.activeElement === document.body || document.activeElement === null;
  const place = lost && focusedIn.map((id) => document.getElementById(id)).find(Boolean);
  focusedIn = [];
  if (!place) return;
  // A control rather than a link, since the name in a row can be a link.
  const controls = "button:not([disabled], [tabindex='-1']), summary, input:not([type='hidden']), select, textarea";
  const within = place.querySelector(controls) || place.querySelector("a[href]");
  if (!within && !place.matches("a[href], button, summary, input, select, textarea")) place.tabIndex = -1;
  (within || place).focus({ preventScroll: true });
}

// A swap opens and closes no details. They need an id.
let unfolded = new Map();

function rememberFolds(event) {
  unfolded = new Map([...event.detail.target.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open]));
}

function restoreFolds() {
  for (const [id, open] of unfolded) {
    const fold = document.getElementById(id);
    if (fold) fold.open = open;
  }
  unfolded = new Map();
}

// The forms of deals that this browser keeps for use without network (worker.js) go when a person comes in or leaves.
async function forgetStored() {
  if (!("caches" in window)) return;
  for (const name of (await caches.keys()).filter((key) => key.startsWith("poch-"))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (/\/(scorecard|count)\/$/.test(request.url)) await cache.delete(request);
  }
}

// An installed program opens without network, to a page that says what works.
function registerWorker() {
  navigator.serviceWorker?.register(document.body.dataset.worker, { scope: "/", updateViaCache: "none" }).catch(() => {});
}

// A line of tabs that is longer than a phone shows the tab of this page.
function showOwnTab() {
  for (const own of document.querySelectorAll(":is(.tabs, .parts) [aria-current]")) {
    const line = own.closest(".tabs, .parts");
    const beyond = own.getBoundingClientRect().right - line.getBoundingClientRect().right;
    if (beyond > 0) line.scrollLeft += beyond + line.clientWidth / 4;
  }
}

function improve(root) {
  addSteppers(root);
  addCopying(root);
  addSharing(root);
  addFinding(root);
  addArrows(root);
}

document.addEventListener("htmx:beforeSwap", rememberFocus);
document.addEventListener("htmx:afterSettle", restoreFocus);
document.addEventListener("htmx:beforeSwap", rememberFolds);
document.addEventListener("htmx:afterSwap", restoreFolds);
document.addEventListener("submit", submitOnce);
document.addEventListener("submit", showBusy);
window.addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("button[aria-busy]")) button.removeAttribute("aria-busy");
});
document.addEventListener("DOMContentLoaded", () => {
  if (document.body.dataset.worker && matchMedia("(display-mode: standalone)").matches) registerWorker();
});
window.addEventListener("appinstalled", registerWorker);
document.addEventListener("DOMContentLoaded", () => improve(document));
document.addEventListener("DOMContentLoaded", showOwnTab);
document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector("main [data-new-person]")) forgetStored();
});
document.addEventListener("submit", (event) => event.target.matches("[data-new-person]") && forgetStored());
document.addEventListener("htmx:load", (event) => improve(event.detail.elt));
