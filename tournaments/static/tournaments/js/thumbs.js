"use strict";
// The board of a scorecard, for thumbs. The fields of the form stay the truth: each tap changes them and fires their
// `change`, and each `input` or `change` of the form, also from elsewhere, draws the board again from them. The rules
// come as facts from the server, which also computes the payouts and finds contradictions.
(() => {
  const form = document.querySelector("form.scorecard");
  const board = form?.querySelector("[data-thumbs]");
  if (!board) return;
  const facts = JSON.parse(board.dataset.facts);
  const seats = facts.names.map((_name, seat) => String(seat));
  const all = (selector) => [...form.querySelectorAll(selector)];
  const one = (selector) => form.querySelector(selector);

  // ---- the fields

  const inputs = (name) => all(`[name="${name}"]`);
  const chosen = (name) => inputs(name).find((input) => input.checked)?.value ?? "";
  const number = (name) => Number(one(`[name="${name}"]`)?.value || 0);
  const ticked = (name) => inputs(name).filter((input) => input.checked).map((input) => input.value);
  const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));

  function choose(name, value) {
    let last;
    for (const input of inputs(name)) {
      input.checked = input.value === String(value);
      last = input.checked ? input : (last ?? input);
    }
    if (last) changed(last);
  }

  function tick(name, value, on) {
    const input = inputs(name).find((candidate) => candidate.value === value);
    if (!input || input.checked === on) return;
    input.checked = on;
    changed(input);
  }

  function write(name, value) {
    const input = one(`[name="${name}"]`);
    if (!input || input.value === String(value)) return;
    input.value = value;
    changed(input);
  }

  const upcard = () => (chosen("rank") && chosen("suit") ? chosen("rank") + chosen("suit") : "");
  const taker = (pool) => chosen(`meld_${pool}`);
  const stake = (seat) => number(`stake_${seat}`);
  const shown = (seat) => ticked(`shown_${seat}`);
  const owner = (code) => seats.find((seat) => shown(seat).includes(code));

  // ---- melding

  const wells = all("[data-pool]");
  const pools = wells.map((well) => well.dataset.pool);
  const tapped = new Set();
  const passedOver = new Set();

  const isTurnedUp = (pool) => {
    const rank = chosen("rank");
    return rank !== "" && !facts.upcard_wins && (facts.proofs[pool] ?? "").includes(rank);
  };

  // The pools that the next name takes: those that were tapped, or the first one without a name.
  function asked() {
    if (tapped.size) return pools.filter((pool) => tapped.has(pool));
    const next = pools.find(
      (pool) => !taker(pool) && !passedOver.has(pool) && !isTurnedUp(pool) && !(pool in facts.follows),
    );
    return next ? [next] : [];
  }

  function take(seat) {
    for (const pool of asked()) {
      choose(`meld_${pool}`, seat);
      if (seat === "") passedOver.add(pool);
      else passedOver.delete(pool);
    }
    tapped.clear();
    followUp();
    redraw();
  }

  // Who took all the pools that a pool follows from has this one too.
  function followUp() {
    for (const [pool, from] of Object.entries(facts.follows)) {
      const takers = new Set(from.map(taker));
      const together = takers.size === 1 && !isTurnedUp(pool) ? [...takers][0] : "";
      if (taker(pool) !== together) choose(`meld_${pool}`, together);
    }
  }

  // Who had the pools that an upcard closed. A tap on another card gives them back.
  const closed = new Map();

  function turnUp(code) {
    choose("rank", code[0]);
    choose("suit", code[1]);
    for (const pool of pools) {
      if (isTurnedUp(pool) && taker(pool)) closed.set(pool, taker(pool));
      if (isTurnedUp(pool)) choose(`meld_${pool}`, "");
      else if (closed.has(pool) && !taker(pool)) choose(`meld_${pool}`, closed.get(pool));
      if (!isTurnedUp(pool)) closed.delete(pool);
    }
    followUp();
  }

  function drawMelding() {
    const up = upcard();
    for (const key of all("[data-up]")) key.setAttribute("aria-pressed", String(key.dataset.up === up));
    const pending = asked();
    for (const well of wells) {
      const pool = well.dataset.pool;
      const seat = taker(pool);
      const told = well.querySelector("[data-taker]");
      const dead = isTurnedUp(pool) && !seat;
      writeText(told, seat ? facts.names[seat] : dead ? told.dataset.turned : told.dataset.nobody);
      well.dataset.seat = seat;
      well.disabled = dead;
      well.toggleAttribute("data-asked", pending.includes(pool));
      well.setAttribute("aria-pressed", String(tapped.has(pool)));
    }
    const asking = one("[data-asking]");
    if (!asking) return;
    const first = pending.length === 1 && wells.find((well) => well.dataset.pool === pending[0]);
    writeText(asking, first ? first.dataset.ask : pending.length ? asking.dataset.many : asking.dataset.done);
    for (const key of all("[data-take]")) key.disabled = !pending.length;
  }

  function writeText(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  // ---- Pochen

  const highest = () => Math.max(...seats.map(stake));
  const isAllIn = (seat) => one(`[name="all_in_${seat}"]`)?.checked ?? false;
  const isIn = (seat) => stake(seat) > 0 && (stake(seat) === highest() || isAllIn(seat));

  // The numbers go to this player: whom a tap chose, or the first one in the order of betting without a stake.
  let better = null;
  const other = one("[data-other]");
  const amounts = all("[data-amount]").length;
  const askedStake = () => better ?? facts.speaks.map(String).find((seat) => !stake(seat)) ?? null;

  // A player without a stake calls, or bets the least. A second tap takes the stake away again.
  function bet(seat) {
    if (!stake(seat)) stakeChips(seat, highest() || facts.least_bet);
    else if (better === seat) write(`stake_${seat}`, "");
    better = seat;
    if (document.activeElement === other) typeAgain();
  }

  function typeAgain() {
    const seat = askedStake();
    other.value = (seat !== null && stake(seat)) || "";
    other.select();
  }

  function stakeChips(seat, chips) {
    write(`stake_${seat}`, chips === "" ? "" : Math.min(chips, facts.most_stake ?? chips));
  }

  // The next player after this one who has no stake yet.
  function askAfter(seat) {
    const order = facts.speaks.map(String);
    const place = order.indexOf(seat);
    better = [...order.slice(place + 1), ...order.slice(0, place)].find((other) => !stake(other)) ?? null;
  }

  let pointed = null;
  const showers = () => seats.filter((seat) => isIn(seat) || shown(seat).length);
  const active = () =>
    showers().includes(pointed) ? pointed : (showers().find((seat) => !shown(seat).length) ?? showers()[0]);

  // Who gets this card: cards of another rank are the next player's, if all cards of a set have one rank.
  function goesTo(code) {
    const seat = active();
    const theirs = shown(seat);
    if (!facts.one_rank || theirs.length < 2 || theirs[0][0] === code[0]) return seat;
    return showers().find((other) => !shown(other).length) ?? seat;
  }

  function showCard(code) {
    const before = owner(code);
    pointed = before ?? goesTo(code);
    tick(`shown_${pointed}`, code, !before);
    if (before) return;
    // Who took a pool by a card of this rank has that card too.
    const pays = code[0] + chosen("suit");
    const proved = pools.some((pool) => taker(pool) === pointed && (facts.proofs[pool] ?? "").includes(code[0]));
    if (proved && pays !== upcard() && !owner(pays)) tick(`shown_${pointed}`, pays, true);
  }

  function drawPochen() {
    const now = askedStake();
    for (const row of all("[data-stake]")) {
      const seat = row.dataset.stake;
      const key = row.querySelector("[data-bet]");
      writeText(key.querySelector("[data-staked]"), stake(seat) ? String(stake(seat)) : "");
      key.setAttribute("aria-pressed", String(stake(seat) > 0));
      row.toggleAttribute("data-in", isIn(seat));
      row.toggleAttribute("data-asked", seat === now);
      const allIn = row.querySelector("[data-all-in]");
      if (!allIn) continue;
      allIn.hidden = !(stake(seat) > 0 && stake(seat) < highest());
      allIn.setAttribute("aria-pressed", String(isAllIn(seat)));
    }
    const asking = one("[data-asking-stake]");
    writeText(asking, now === null ? asking.dataset.done : one(`[data-stake="${now}"] [data-bet]`).dataset.ask);
    for (const key of all("[data-amount]")) {
      const chips = Number(key.dataset.amount);
      key.setAttribute("aria-pressed", String(now !== null && stake(now) === chips));
      key.disabled = now === null || chips > (facts.most_stake ?? chips);
    }
    other.disabled = now === null;
    if (document.activeElement !== other) other.value = now !== null && stake(now) > amounts ? stake(now) : "";
    drawShowdown();
  }

  function drawShowdown() {
    const showing = showers();
    const showdown = one("[data-showdown]");
    showdown.hidden = showing.length < 2 && !showing.some((seat) => shown(seat).length);
    if (showdown.hidden) return;
    const now = active();
    for (const key of all("[data-show]")) {
      const seat = key.dataset.show;
      key.hidden = !showing.includes(seat);
      key.setAttribute("aria-pressed", String(seat === now));
      const faces = shown(seat).map((code) => one(`[data-card="${code}"]`));
      const told = key.querySelector("[data-shown]");
      told.replaceChildren(...faces.flatMap((face) => [...face.cloneNode(true).childNodes, " "]));
    }
    for (const key of all("[data-card]")) {
      const of = owner(key.dataset.card);
      key.dataset.of = of ?? "";
      key.setAttribute("aria-pressed", String(of !== undefined && of === now));
      key.disabled = key.dataset.card === upcard() && !facts.upcard_wins;
    }
    sets?.draw(held(now), shown(now));
  }

  // ---- the keys for whole sets

  const sets = one("[data-sets]") && window.pochSets(form, facts.least_shown);

  // The cards that this player certainly held, and those that others held, as far as pools and shown cards tell.
  function held(seat) {
    const mine = new Set();
    const theirs = new Set(facts.upcard_wins ? [] : [upcard()]);
    for (const [pool, ranks] of Object.entries(facts.proofs)) {
      const of = pools.includes(pool) ? taker(pool) : "";
      for (const rank of of ? ranks : "") (of === seat ? mine : theirs).add(rank + chosen("suit"));
    }
    for (const other of seats) if (other !== seat) for (const code of shown(other)) theirs.add(code);
    return { mine, theirs };
  }

  function showSet(key) {
    const seat = active();
    const codes = key.getAttribute("aria-pressed") === "true" ? [] : key.dataset.set.split(" ");
    for (const code of shown(seat)) if (!codes.includes(code)) tick(`shown_${seat}`, code, false);
    for (const code of codes) tick(`shown_${seat}`, code, true);
    pointed = codes.length ? (showers().find((other) => !shown(other).length) ?? seat) : seat;
    // The key may go away, because nobody else can hold these cards. The focus stays near.
    if (pointed !== seat) one(`[data-show="${pointed}"]`).focus({ preventScroll: true });
  }

  // ---- cards left

  function goOut(seat) {
    const before = chosen("out") === seat;
    if (!before) write(`left_${seat}`, "");
    choose("out", before ? "" : seat);
  }

  function leaveCards(seat, cards) {
    write(`left_${seat}`, number(`left_${seat}`) === Number(cards) ? "" : cards);
    if (chosen("out") === seat && number(`left_${seat}`)) choose("out", "");
    const without = seats.filter((other) => !number(`left_${other}`));
    if (without.length === 1 && chosen("out") !== without[0]) goOut(without[0]);
  }

  function drawLeft() {
    const out = chosen("out");
    for (const row of all("[data-left]")) {
      const seat = row.dataset.left;
      const left = number(`left_${seat}`);
      row.querySelector("[data-out]").setAttribute("aria-pressed", String(seat === out));
      row.querySelector("[data-went]").hidden = seat !== out;
      for (const key of row.querySelectorAll("[data-cards]")) {
        key.setAttribute("aria-pressed", String(Number(key.dataset.cards) === left));
      }
    }
  }

  // ---- what the server says

  let looking = null;
  let timer = 0;

  // What the last look was about. Errors that the page came with stay until something is changed.
  let looked = "";
  const typed = () => new URLSearchParams(new FormData(form)).toString();

  function lookSoon() {
    if (!form.dataset.look || !form.classList.contains("by-board") || typed() === looked) return;
    clearTimeout(timer);
    timer = setTimeout(look, 300);
  }

  async function look() {
    looking?.abort();
    looking = new AbortController();
    const { signal } = looking;
    looked = typed();
    const body = new URLSearchParams(looked);
    body.set("step", form.dataset.look);
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, signal });
      if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return;
      const said = await answer.json();
      one("[data-payouts]").innerHTML = said.payouts;
      one("[data-payouts]").toggleAttribute("data-complete", said.complete);
      sayWrong(said.wrong);
    } catch {
      // Without a network the board works on. The payouts come again with the next tap that reaches the server.
      if (signal.aborted) return;
      looked = "";
      one("[data-payouts]").replaceChildren();
    }
  }

  function sayWrong(wrong) {
    const rest = new Map(Object.entries(wrong));
    for (const slot of all("[data-wrong]")) {
      // What belongs to a part that is not shown now stands at the end.
      if (slot.parentElement.closest("[data-showdown][hidden]")) continue;
      const names = slot.dataset.wrong === "*" ? [...rest.keys()] : slot.dataset.wrong.split(" ");
      const sentences = names.flatMap((name) => rest.get(name) ?? []);
      for (const name of names) rest.delete(name);
      writeText(slot, sentences.join(" "));
      slot.hidden = !sentences.length;
    }
    const mark = (selector, names) => {
      for (const element of all(selector)) {
        element.toggleAttribute("data-bad", names(element).some((name) => name in wrong));
      }
    };
    mark("[data-pool]", (well) => [`meld_${well.dataset.pool}`]);
    mark("[data-stake]", (row) => [`stake_${row.dataset.stake}`, `all_in_${row.dataset.stake}`]);
    mark("[data-show]", (key) => [`shown_${key.dataset.show}`]);
    mark("[data-left]", ({ dataset: { left } }) => [`left_${left}`, ...(number(`left_${left}`) ? [] : ["out"])]);
    mark("[data-upcard]", () => ["rank", "suit"]);
  }

  // The page opens at its first error: a key of the marked row has the focus, and says what is wrong.
  function goToFirst() {
    const slot = all("[data-wrong]").find((place) => !place.hidden && place.checkVisibility());
    if (!slot) return;
    slot.id = "first-error";
    const part = slot.closest("[data-left], [data-stake], .thumb-part, .thumbs, #stops");
    const marked = part.matches("[data-bad]") ? part : (part.querySelector("[data-bad]") ?? part);
    const key = marked.matches("button") ? marked : marked.querySelector("button:not([disabled], [hidden])");
    key?.setAttribute("aria-describedby", slot.id);
    key?.focus({ preventScroll: true });
    slot.scrollIntoView({ block: "center" });
  }

  // The errors that the page came with. They stay until the next change.
  function sayFirst() {
    const wrong = {};
    for (const error of all("[data-error]")) {
      wrong[error.dataset.error] = [...error.querySelectorAll("li")].map((item) => item.textContent);
    }
    sayWrong(wrong);
    if (!Object.keys(wrong).length) return;
    looked = typed();
    if (form.classList.contains("by-board")) goToFirst();
  }

  // ---- drawing, and the hands

  let drawn = true;

  function redraw() {
    if (!drawn) return;
    drawn = false;
    queueMicrotask(() => {
      drawn = true;
      drawMelding();
      drawPochen();
      drawLeft();
      lookSoon();
    });
  }

  const acts = {
    up: (key) => turnUp(key.dataset.up),
    pool: (key) => {
      const pool = key.dataset.pool;
      if (!tapped.delete(pool)) tapped.add(pool);
    },
    take: (key) => take(key.dataset.take),
    bet: (key) => bet(key.closest("[data-stake]").dataset.stake),
    amount: (key) => {
      const seat = askedStake();
      stakeChips(seat, Number(key.dataset.amount));
      askAfter(seat);
      if (document.activeElement === other) typeAgain();
    },
    allIn: (key) => {
      const input = one(`[name="all_in_${key.closest("[data-stake]").dataset.stake}"]`);
      input.checked = !input.checked;
      changed(input);
    },
    show: (key) => (pointed = key.dataset.show),
    card: (key) => showCard(key.dataset.card),
    set: showSet,
    out: (key) => goOut(key.closest("[data-left]").dataset.left),
    cards: (key) => leaveCards(key.closest("[data-left]").dataset.left, key.dataset.cards),
  };

  form.addEventListener("click", (event) => {
    const key = event.target.closest("button[type=button]");
    const act = key && Object.keys(acts).find((name) => name in key.dataset);
    if (!act) return;
    acts[act](key);
    redraw();
  });
  form.addEventListener("input", (event) => {
    if (event.target === other && askedStake() !== null) {
      better = askedStake();
      write(`stake_${better}`, other.value);
    }
    redraw();
  });
  // What is typed is one player's until Enter, another name, or the end of typing.
  function askOn() {
    if (better !== null && other.value) askAfter(better);
    redraw();
  }
  other.addEventListener("blur", askOn);
  other.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    askOn();
    typeAgain();
  });
  // While somebody types, a name or a number keeps the keyboard open, and the player who is asked.
  form.addEventListener("mousedown", (event) => {
    if (document.activeElement === other && event.target.closest("[data-bet], [data-amount]")) event.preventDefault();
  });
  form.addEventListener("change", redraw);
  document.addEventListener("htmx:afterSettle", redraw);
  window.addEventListener("pageshow", redraw);

  board.goesTo = goesTo;
  drawMelding();
  drawPochen();
  drawLeft();
  sayFirst();
  const refused = all("[data-error]").length > 0;
  if (!refused && (upcard() || seats.some((seat) => stake(seat) || number(`left_${seat}`)))) lookSoon();
})();
