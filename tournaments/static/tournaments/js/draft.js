"use strict";
/* Keeps what somebody types into a form with `data-draft` on the phone, until the server has it.

   A draft lies in localStorage under the key of its person and table (`data-draft`, made by the server) and the number
   of its deal, or "total" for the total of the table. A page shows and sends the drafts of its own key alone, and the
   server refuses those of another. Each attempt to send has a random name, so the server acts once although it is sent
   again. The draft goes when the server says that the deal counts. The phases of a draft:

   typed      kept, and not sent yet
   checking   the payouts were asked for, and there was no network
   sending    "Record" was pressed; it is sent again until an answer comes
   sent       a second person must confirm it
   returned   the deal was withdrawn after it was sent; it is never sent again by itself
   changed    the table has changed before it could be sent; it is never sent by itself
   refused    the server refused it; its person looks at it and decides

   Without this script the form works, and keeps nothing. */

(() => {
  const page = document.querySelector("[data-draft]");
  if (!page) return;

  const PREFIX = "poch-draft";
  const OLD = 7 * 24 * 60 * 60 * 1000; // milliseconds: the server knows an attempt as long (stored_responses.KEEP)
  const PATIENCE = 15000; // milliseconds for an answer
  const WAITS = ["checking", "sending", "sent"];
  const OF_PAGE = new Set(["number", "after"]); // the page says which deal it is about
  const UNKEPT = new Set(["csrfmiddlewaretoken", "step", "draft", "attempt", "onward"]);
  const NO_NETWORK = "no network";
  const OUT = "out";
  const TOTAL = "total";

  const key = page.dataset.draft;
  const form = page.matches("form") ? page : null;
  const number = form ? page.dataset.draftNumber : null;
  const isChecked = Boolean(form && "draftChecked" in form.dataset); // it shows the payouts, and all its fields are hidden
  const note = document.querySelector("[data-draft-note]");

  // --- what is kept ---

  const nameOf = (of) => `${PREFIX} ${key} ${of}`;

  function read(of) {
    try {
      return JSON.parse(localStorage.getItem(nameOf(of)));
    } catch {
      return null;
    }
  }

  function write(of, draft) {
    try {
      localStorage.setItem(nameOf(of), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  function drop(of) {
    try {
      localStorage.removeItem(nameOf(of));
    } catch {
      // Nothing was kept.
    }
  }

  // The numbers of the deals of which this person has a draft. Old drafts of anybody go.
  function numbers() {
    const own = [];
    try {
      for (const name of Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX} `))) {
        if (JSON.parse(localStorage.getItem(name)).at < Date.now() - OLD) localStorage.removeItem(name);
        else if (name.startsWith(nameOf(""))) own.push(name.slice(nameOf("").length));
      }
    } catch {
      return own;
    }
    return own;
  }

  function move(of, phase, more = {}) {
    const draft = { ...read(of), ...more, phase };
    write(of, draft);
    return draft;
  }

  // The number of the deal as which a draft is entered: a total as the first deal that it stands for.
  const placeOf = ({ deal }) => parseInt(deal, 10);

  // randomUUID is not there on plain http.
  function newAttempt() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // --- the form ---

  function fieldsOf() {
    const fields = [...new FormData(form)].filter(([name, value]) => !UNKEPT.has(name) && typeof value === "string");
    // In one order, since the page with the payouts has them in another one. The values of a list stay in theirs.
    return fields.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  }

  let isRestoring = false;
  let isBusy = false;

  function keep() {
    if (isRestoring || isChecked) return;
    const fields = fieldsOf();
    const before = read(number);
    if (before && JSON.stringify(before.fields) === JSON.stringify(fields)) return;
    isBusy = false;
    const draft = { deal: page.dataset.draftDeal, action: form.action, fields, at: Date.now(), phase: "typed", attempt: "" };
    say(write(number, draft) ? "typed" : "unkept", number);
  }

  function setHidden(name, controls, values) {
    const holder = form.querySelector(`[data-draft-holds~="${name}"]`);
    if (!holder) {
      const changed = controls.filter((control, place) => place in values && control.value !== values[place]);
      for (const control of changed) control.value = values[controls.indexOf(control)];
      return changed;
    }
    // A list, such as the players who ended the runs. The page says where its fields stand.
    if (JSON.stringify(controls.map(({ value }) => value)) === JSON.stringify(values)) return [];
    for (const control of controls) control.remove();
    const made = values.map((value) => {
      const control = document.createElement("input");
      Object.assign(control, { type: "hidden", name, value });
      holder.append(control);
      return control;
    });
    if (holder.id && window.htmx) {
      const part = { source: form, target: `#${holder.id}`, select: `#${holder.id}`, swap: "outerHTML", values: { step: "more" } };
      window.htmx.ajax("POST", form.action, part);
    }
    return made;
  }

  function setShown(control, values) {
    if (control.type === "radio" || control.type === "checkbox") {
      const on = values.includes(control.value);
      if (control.checked === on) return false;
      control.checked = on;
      for (let fold = on && control.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      return on;
    }
    if (control.value === (values[0] ?? "")) return false;
    control.value = values[0] ?? "";
    return true;
  }

  function restore({ action, fields }) {
    // A pasted record of the same deal is another form.
    if (action !== form.action) return;
    if (JSON.stringify(fields) === JSON.stringify(fieldsOf())) return;
    const valuesOf = (name) => fields.filter((field) => field[0] === name).map(([, value]) => value);
    const controls = [...form.elements].filter(
      ({ name, type }) => name && !OF_PAGE.has(name) && !UNKEPT.has(name) && !["submit", "button", "fieldset"].includes(type),
    );
    const shown = controls.filter(({ type }) => type !== "hidden");
    const isShown = new Set(shown.map(({ name }) => name));
    const hidden = new Set([...controls, ...fields.map(([name]) => ({ name }))].map(({ name }) => name));
    isRestoring = true;
    try {
      const changed = shown.filter((control) => setShown(control, valuesOf(control.name)));
      for (const name of hidden) {
        if (isShown.has(name) || OF_PAGE.has(name)) continue;
        changed.push(...setHidden(name, controls.filter((control) => control.name === name), valuesOf(name)));
      }
      for (const control of changed) {
        for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
      }
    } finally {
      isRestoring = false;
    }
  }

  // --- what the person reads ---

  function say(what, of) {
    if (!note) return;
    note.dataset.state = what;
    note.hidden = true;
    const about = of === TOTAL ? "total" : "deal";
    for (const sentence of note.querySelectorAll("[data-says]")) {
      sentence.hidden = sentence.dataset.says !== what || (sentence.dataset.about || about) !== about;
      if (sentence.hidden) continue;
      note.hidden = false;
      for (const place of sentence.querySelectorAll("[data-draft-number]")) place.textContent = of;
    }
    for (const button of note.querySelectorAll("[data-draft-do]")) button.value = of;
  }

  // --- the server ---

  const patience = () => (AbortSignal.timeout ? AbortSignal.timeout(PATIENCE) : undefined);

  // What the server has: the person, the next deal, and what came of an attempt.
  async function ask(attempt) {
    try {
      const address = `${page.dataset.draftState}?attempt=${encodeURIComponent(attempt)}`;
      const answer = await fetch(address, { redirect: "manual", cache: "no-store", signal: patience() });
      if (answer.status >= 500 || answer.status === 429) return NO_NETWORK;
      return answer.ok ? await answer.json() : OUT;
    } catch {
      return NO_NETWORK;
    }
  }

  async function post(draft, csrf) {
    const body = new URLSearchParams(draft.fields);
    for (const [name, value] of Object.entries(sentBeside(draft, csrf))) body.set(name, value);
    try {
      const answer = await fetch(draft.action, { method: "POST", body, redirect: "manual", signal: patience() });
      if (answer.status === 409 || answer.status === 422 || answer.ok) return "refused";
      if ([401, 403, 404].includes(answer.status)) return OUT;
      return answer.type === "opaqueredirect" ? "answered" : NO_NETWORK;
    } catch {
      return NO_NETWORK;
    }
  }

  const sentBeside = (draft, csrf) => ({
    csrfmiddlewaretoken: csrf,
    step: "send",
    draft: key,
    attempt: draft.attempt,
  });

  // Sends the fields as the browser does without this script, and so shows the server's page.
  function go(draft, more) {
    const made = document.createElement("form");
    Object.assign(made, { method: "post", action: draft.action, hidden: true });
    for (const [name, value] of [...draft.fields, ...Object.entries(more)]) {
      const control = document.createElement("input");
      Object.assign(control, { type: "hidden", name, value });
      made.append(control);
    }
    document.body.append(made);
    made.submit();
  }

  const toTable = () => location.replace(page.dataset.draftTable);

  // A form with a field `onward` goes on to the next deal. If there is none, the server leads to the table.
  const isOnward = () => new FormData(form).has("onward");

  // --- what happens to a draft ---

  // Returns NO_NETWORK or OUT if the draft must wait.
  async function settle(of) {
    let draft = read(of);
    if (!draft) return null;
    const answer = await ask(draft.attempt);
    if (answer === NO_NETWORK || answer === OUT) return answer;
    if (answer.draft !== key) return toTable(); // another person uses this browser now
    draft = read(of);
    if (!draft) return null;
    const isOver = answer.number > placeOf(draft);
    if (draft.attempt && answer.attempt !== "unknown") return arrived(of, draft, answer.attempt, isOver);
    if (draft.phase === "sending") return send(of, draft, answer);
    if (draft.phase === "sent") return isOver ? drop(of) : giveBack(of, "returned");
    if (isOver && draft.phase !== "refused") return drop(of); // somebody else has entered this deal
    if (draft.phase === "checking" && of === number) {
      move(of, "typed");
      return go(draft, { csrfmiddlewaretoken: answer.csrf, step: "preview", draft: key });
    }
    return null;
  }

  // The server has this attempt.
  function arrived(of, draft, state, isOver) {
    if (state === "withdrawn") return isOver ? drop(of) : giveBack(of, "returned");
    const isNew = draft.phase === "sending";
    if (state === "recorded") drop(of);
    else move(of, "sent");
    if (isNew && of === number && state === "recorded" && draft.onward) location.replace(draft.action);
    else if (isNew && (!form || of === number)) toTable();
    return null;
  }

  function giveBack(of, phase) {
    const draft = move(of, phase, { attempt: "" });
    isBusy = false;
    if (of === number && !isChecked) restore(draft);
    return null;
  }

  async function send(of, draft, answer) {
    if (answer.number === placeOf(draft) && answer.deal !== draft.deal) return giveBack(of, "changed");
    const outcome = await post(draft, answer.csrf);
    const now = read(of);
    if (!now || now.attempt !== draft.attempt) return null; // it was changed meanwhile
    if (outcome === "answered") {
      const after = await ask(draft.attempt);
      if (after === NO_NETWORK || after === OUT) return after;
      if (after.draft !== key) return toTable();
      if (after.attempt !== "unknown") return arrived(of, draft, after.attempt, after.number > placeOf(draft));
    } else if (outcome !== "refused") return outcome;
    if (of !== number) return giveBack(of, "refused");
    // The page says what is wrong, beside its field. It is the same attempt: if the server takes it now, then once.
    isBusy = false;
    move(of, "typed");
    return go(draft, sentBeside(draft, answer.csrf));
  }

  let isRunning = false;
  let again = false;
  let timer = 0;
  let pause = 1000; // milliseconds

  async function run() {
    if (isRunning) {
      again = true;
      return;
    }
    isRunning = true;
    clearTimeout(timer);
    let stops = null;
    for (const of of numbers()) {
      stops = await settle(of);
      if (stops === NO_NETWORK || stops === OUT) break;
    }
    isRunning = false;
    tell(stops);
    if (again) {
      again = false;
      run();
    } else if (numbers().some((of) => WAITS.includes(read(of)?.phase))) {
      timer = setTimeout(run, pause);
      pause = Math.min(2 * pause, 15000);
    }
  }

  function soon() {
    pause = 1000;
    return run();
  }

  // One sentence: about what waits for the network first, then about the deal of this page.
  function tell(stops) {
    const drafts = numbers().map((of) => [of, read(of)]);
    const waiting = drafts.find(([, draft]) => draft?.phase === "sending");
    const refused = drafts.find(([, draft]) => draft?.phase === "refused");
    const here = drafts.find(([of]) => of === number) || drafts.find(([, draft]) => !form && draft?.phase !== "sent");
    if (waiting) say({ [NO_NETWORK]: "offline", [OUT]: "out" }[stops] || "sending", waiting[0]);
    else if (refused) say("refused", refused[0]);
    else if (here) say(stops === NO_NETWORK && here[1].phase === "checking" ? "offline-check" : here[1].phase, here[0]);
    else say("", "");
  }

  function submit(event) {
    const step = event.submitter?.name === "step" ? event.submitter.value : "";
    if (step !== "preview" && step !== "send") return;
    const before = read(number);
    const draft = { deal: page.dataset.draftDeal, action: form.action, fields: fieldsOf(), onward: isOnward(), at: Date.now() };
    const isSame = before && JSON.stringify(before.fields) === JSON.stringify(draft.fields);
    const phase = step === "send" ? "sending" : "checking";
    const attempt = step === "preview" ? "" : (isSame && before.attempt) || newAttempt();
    // A browser that keeps nothing sends the form in its own way.
    if (!isBusy && !write(number, { ...draft, phase, attempt })) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    say(step === "send" ? "sending" : "checking", number);
    soon();
  }

  function act(event) {
    const button = event.target.closest("[data-draft-do]");
    if (!button) return;
    const draft = read(button.value);
    if (button.dataset.draftDo === "discard") drop(button.value);
    else if (draft) return look(button.value, draft);
    tell(null);
  }

  // Shows a refused draft, and sends nothing. A deal has its payouts, or what stands in its way; a total has its form.
  async function look(of, draft) {
    const answer = await ask("");
    if (answer === NO_NETWORK || answer === OUT) return;
    if (answer.draft !== key) return toTable();
    move(of, "typed");
    if (of === TOTAL) location.assign(draft.action);
    else go(draft, { ...sentBeside(draft, answer.csrf), step: "preview" });
  }

  if (form) {
    const draft = read(number);
    // Asking for the payouts ends with its page.
    if (draft?.phase === "checking") move(number, "typed");
    if (draft && !isChecked) restore(draft);
    form.addEventListener("input", keep);
    form.addEventListener("change", keep);
    form.addEventListener("click", () => setTimeout(keep));
    form.addEventListener("submit", submit);
    document.addEventListener("htmx:afterSettle", keep);
  }
  note?.addEventListener("click", act);
  tell(null);
  run();
  window.addEventListener("online", soon);
  document.addEventListener("visibilitychange", () => document.hidden || soon());
  window.addEventListener("pageshow", async (event) => {
    // Back: the browser shows an old page. Somebody else may have come in meanwhile.
    if (!event.persisted) return;
    isBusy = false;
    const answer = await ask("");
    if (typeof answer === "object" && answer.draft !== key) toTable();
    else soon();
  });
})();
