"use strict";
// Counts the clocks of rounds down, from the end that the server says. Without it a page says when the time is up.

let ahead = 0; // milliseconds that the server's clock is ahead of this one

// The answers of the server tell its time, to a second. A kept page does not: it may be some seconds old.
function learnTime(event) {
  const told = Date.parse(event.detail.xhr.getResponseHeader("Date") || "");
  if (!Number.isNaN(told)) ahead = told + 500 - Date.now();
}

function figures(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = `${two(seconds % 60)}`;
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

function phaseOf(clock, left) {
  if (!clock.dataset.end) return "paused";
  if (left <= 0) return "last_deal";
  return left <= Number(clock.dataset.warning) ? "warning" : "running";
}

function showClocks() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const end = Number(clock.dataset.end);
    const left = end ? Math.ceil((end - Date.now() - ahead) / 1000) : Number(clock.dataset.left);
    const phase = phaseOf(clock, left);
    const text = figures(Math.max(0, left));
    const place = clock.querySelector(".time-left");
    if (place.textContent !== text) place.textContent = text;
    for (const part of clock.querySelectorAll("[data-while]")) part.hidden = part.dataset.while !== phase;
    if (clock.dataset.phase !== phase) {
      clock.dataset.phase = phase;
      clock.dispatchEvent(new CustomEvent("clock:phase", { bubbles: true, detail: phase }));
    }
  }
}

document.addEventListener("htmx:afterRequest", learnTime);
document.addEventListener("htmx:afterSettle", showClocks);
document.addEventListener("DOMContentLoaded", showClocks);
setInterval(showClocks, 500);
