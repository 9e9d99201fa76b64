"use strict";
// The wall: shows one screen of one page after the other, with as many lines as fit, and makes the sounds of the
// clock. Lines flow into columns that CSS makes; a screen is as many columns as the page is wide.

const SECONDS = { seating: 14, standings: 12, season: 12, prizes: 12, clock: 8, announcement: 10, next: 8, empty: 10 };
const QUIET = 5000; // milliseconds after a movement until the buttons hide
const REST = 30000; // milliseconds without turning after somebody moved the mouse or pressed a key

const wall = {
  screens: [], // [section, number of the screen in it]
  shown: null, // "section number" of the screen that is shown
  turning: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  restUntil: 0,
  timer: 0,
  sound: null,
};

// One long page on small screens; only a wide one turns.
const isWall = () => matchMedia("(min-width: 60rem) and (orientation: landscape)").matches;

const nameOf = ([section, number]) => `${section.dataset.page} ${number}`;

const gapOf = (lines) => parseFloat(getComputedStyle(lines).columnGap) || 0;

// With fractions of pixels: the width of a screen is added up as often as there are screens before.
const stepOf = (lines) => lines.getBoundingClientRect().width + gapOf(lines);

function screensOf(section) {
  section.hidden = false;
  const lines = section.querySelector(".wall-lines");
  if (!lines) return [[section, 0]];
  lines.scrollLeft = 0;
  const count = Math.max(1, Math.ceil((lines.scrollWidth + gapOf(lines) - 2) / stepOf(lines)));
  return Array.from({ length: count }, (_, number) => [section, number]);
}

function layOut() {
  const sections = [...document.querySelectorAll(".wall-page")];
  const is = isWall();
  document.documentElement.classList.toggle("turning", is);
  const controls = document.querySelector(".wall-controls");
  controls.hidden = false;
  for (const name of ["back", "turn", "next"]) controls.querySelector(`[data-wall="${name}"]`).hidden = !is;
  clearTimeout(wall.timer);
  for (const section of sections) section.hidden = false;
  if (!is || sections.length === 0) {
    document.querySelector(".wall-number").hidden = true;
    return;
  }
  wall.screens = [];
  for (const section of sections) {
    for (const other of sections) other.hidden = other !== section;
    wall.screens.push(...screensOf(section));
  }
  const again = wall.screens.findIndex((screen) => nameOf(screen) === wall.shown);
  show(Math.max(0, again));
}

function show(index) {
  const [section, number] = wall.screens[index];
  wall.shown = nameOf(wall.screens[index]);
  for (const other of document.querySelectorAll(".wall-page")) other.hidden = other !== section;
  const lines = section.querySelector(".wall-lines");
  if (lines) lines.scrollLeft = number * stepOf(lines);
  const place = document.querySelector(".wall-number");
  place.hidden = wall.screens.length < 2;
  place.textContent = `${index + 1}/${wall.screens.length}`;
  clearTimeout(wall.timer);
  wall.timer = setTimeout(() => later(index), (SECONDS[section.dataset.page] || 10) * 1000);
}

// Turn when it is time, unless somebody reads.
function later(index) {
  const rest = wall.restUntil - Date.now();
  clearTimeout(wall.timer);
  if (wall.turning && rest <= 0) turn(1);
  else wall.timer = setTimeout(() => later(index), Math.max(1000, rest));
}

function turn(by) {
  if (!document.documentElement.classList.contains("turning")) return;
  const at = wall.screens.findIndex((screen) => nameOf(screen) === wall.shown);
  show((at + by + wall.screens.length) % wall.screens.length);
}

function press(button, on) {
  button.setAttribute("aria-pressed", String(on));
  button.querySelector("[data-on]").hidden = !on;
  button.querySelector("[data-off]").hidden = on;
}

function beep(context, at, pitch, length) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, context.currentTime + at);
  volume.gain.exponentialRampToValueAtTime(0.5, context.currentTime + at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(context.currentTime + at);
  tone.stop(context.currentTime + at + length);
}

const SOUNDS = {
  warning: [[0, 660, 0.3], [0.4, 660, 0.3]],
  last_deal: [[0, 880, 0.7], [0.9, 880, 0.7], [1.8, 880, 1.2]],
};

function play(sounds) {
  if (wall.sound) for (const sound of sounds) beep(wall.sound, ...sound);
}

// Browsers make sounds only after somebody has pressed something.
function switchSound(button) {
  if (wall.sound) {
    wall.sound.close();
    wall.sound = null;
  } else {
    wall.sound = new AudioContext();
    play([[0, 660, 0.2]]);
  }
  press(button, wall.sound !== null);
}

const ACTS = {
  back: () => turn(-1),
  next: () => turn(1),
  turn: (button) => {
    wall.turning = !wall.turning;
    wall.restUntil = 0;
    press(button, wall.turning);
  },
  sound: switchSound,
};

let hiding = 0;

function showButtons() {
  document.documentElement.classList.remove("resting");
  clearTimeout(hiding);
  hiding = setTimeout(() => document.documentElement.classList.add("resting"), QUIET);
}

for (const moved of ["load", "pointermove", "pointerdown", "keydown"]) window.addEventListener(moved, showButtons);

let phase = "";

document.addEventListener("clock:phase", (event) => {
  if (event.detail !== phase && SOUNDS[event.detail]) play(SOUNDS[event.detail]);
  phase = event.detail;
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-wall]");
  if (!button) return;
  ACTS[button.dataset.wall](button);
  if (button.dataset.wall !== "turn") wall.restUntil = Date.now() + REST;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turn(1);
  if (event.key === "ArrowLeft") turn(-1);
  wall.restUntil = Date.now() + REST;
});
document.addEventListener("pointermove", (event) => {
  if (event.target.closest(".wall-page")) wall.restUntil = Date.now() + REST;
});
document.addEventListener("htmx:afterSettle", layOut);
window.addEventListener("resize", layOut);
window.addEventListener("load", () => {
  press(document.querySelector('[data-wall="turn"]'), wall.turning);
  layOut();
});
