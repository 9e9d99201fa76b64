"use strict";
/* The deal viewer: keys, swipes and playing. The server makes every step; this file only shows them.
   Without it the links of the page go from step to step. */

const SWIPE = 50;
const LOOK_AGAIN = 3000;

function startViewer(viewer) {
  const count = Number(viewer.dataset.count);
  const following = viewer.dataset.following;
  const place = viewer.querySelector("[data-shown]");
  const live = viewer.querySelector("[data-live]");
  const away = viewer.querySelector("[data-away]");
  const play = viewer.querySelector("[data-play]");
  const speed = viewer.querySelector("[data-speed]");
  const links = Object.fromEntries([...viewer.querySelectorAll("[data-go]")].map((link) => [link.dataset.go, link]));
  const stepsInPart = Number(viewer.dataset.partSize);
  const parts = new Map();
  // A fold that somebody opened stays open from step to step, also over steps that lack it.
  const unfolded = { "data-advice": false, "data-ledger": false };
  let now = Number(viewer.dataset.step);
  let wanted = now;
  let timer = 0;
  let playing = false;

  const within = (step) => Math.min(count, Math.max(1, step));
  const target = { first: () => 1, previous: () => within(wanted - 1), next: () => within(wanted + 1), last: () => count };

  // The steps come in parts. A part that failed is asked for again.
  function partOf(step) {
    const first = step - ((step - 1) % stepsInPart);
    if (!parts.has(first)) {
      const asked = fetch(viewer.dataset.part.replace(/0\/$/, `${first}/`), { credentials: "same-origin" })
        .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
        .then((text) => [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("[data-number]")]);
      asked.catch(() => parts.delete(first));
      parts.set(first, asked);
    }
    return parts.get(first);
  }

  async function go(step) {
    wanted = within(step);
    if (wanted === now) return true;
    const asked = wanted;
    try {
      const found = (await partOf(asked)).find((one) => Number(one.dataset.number) === asked);
      // Somebody may have gone on meanwhile.
      if (asked !== wanted) return true;
      if (!found) throw new Error("The deal was corrected.");
      show(asked, found);
    } catch (error) {
      if (asked !== wanted) return true;
      setPlaying(false);
      if (error instanceof TypeError) {
        // No answer: stay here and say so.
        wanted = now;
        away.hidden = false;
      } else {
        // The page of the step says what is wrong.
        location.assign(`?step=${asked}${following}`);
      }
      return false;
    }
    away.hidden = true;
    partOf(within(asked + 3)).catch(() => {});
    return true;
  }

  function show(step, article) {
    now = step;
    const before = place.firstElementChild;
    const made = document.importNode(article, true);
    for (const name of ["data-advice", "data-ledger"]) {
      const last = before && before.querySelector(`[${name}]`);
      if (last) unfolded[name] = last.open;
      const fold = made.querySelector(`[${name}]`);
      if (fold) fold.open = unfolded[name];
    }
    const hadFocus = before && before.contains(document.activeElement) ? document.activeElement.closest("details") : null;
    place.replaceChildren(made);
    if (hadFocus) {
      const name = "advice" in hadFocus.dataset ? "data-advice" : "data-ledger";
      const summary = made.querySelector(`[${name}] summary`);
      (summary || links.next).focus({ preventScroll: true });
    }
    live.textContent = made.querySelector("[data-sentence]").textContent;
    for (const [name, link] of Object.entries(links)) {
      const there = target[name]();
      link.setAttribute("href", `?step=${there}${following}`);
      if (there === now) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
    history.replaceState(null, "", `?step=${now}${following}`);
  }

  function setPlaying(on) {
    playing = on;
    clearTimeout(timer);
    play.textContent = playing ? play.dataset.pause : play.dataset.play;
    play.setAttribute("aria-pressed", String(playing));
    if (playing) wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!playing) return;
    if (now < count) timer = setTimeout(() => go(now + 1).then((went) => went && wait()), Number(speed.value) * 1000);
    else if (following) timer = setTimeout(goOn, LOOK_AGAIN);
    else setPlaying(false);
  }

  // At the end of the newest deal of a table, ask for the next one.
  async function goOn() {
    try {
      const answer = await fetch(`?step=${count}${following}`, { credentials: "same-origin", cache: "no-cache" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const link = page.querySelector("[data-next-deal]");
      if (link && playing) {
        location.assign(link.getAttribute("href"));
        return;
      }
    } catch {
      // The network is away for a moment. Ask again.
    }
    wait();
  }

  for (const [name, link] of Object.entries(links)) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      setPlaying(false);
      go(target[name]());
    });
  }

  play.addEventListener("click", () => {
    // At the end, play begins again.
    if (!playing && now === count && !following) go(1).then(() => setPlaying(true));
    else setPlaying(!playing);
  });
  speed.addEventListener("change", wait);

  const keys = { ArrowRight: "next", ArrowLeft: "previous", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest("input, select, textarea, .scroll")) return;
    if (event.key === " ") {
      // On a button the space bar does what it always does there.
      if (at.closest("button, summary")) return;
      event.preventDefault();
      play.click();
    } else if (event.key in keys) {
      event.preventDefault();
      setPlaying(false);
      go(target[keys[event.key]]());
    }
  });

  let touched = null;
  viewer.addEventListener("touchstart", (event) => {
    touched = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  viewer.addEventListener("touchend", (event) => {
    if (!touched) return;
    const across = event.changedTouches[0].clientX - touched.clientX;
    const along = event.changedTouches[0].clientY - touched.clientY;
    touched = null;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(along)) return;
    setPlaying(false);
    go(target[across < 0 ? "next" : "previous"]());
  }, { passive: true });

  for (const control of [play, speed.closest("label"), document.querySelector(".viewer-help")]) control.hidden = false;
  partOf(now).catch(() => {});
  if (following) setPlaying(true);
}

document.addEventListener("DOMContentLoaded", () => {
  const viewer = document.getElementById("viewer");
  if (viewer) startViewer(viewer);
});
