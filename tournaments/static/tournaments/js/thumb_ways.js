"use strict";
// Shows the board of a scorecard or its fields, as the person chose before on this device.
(() => {
  const form = document.querySelector("form.scorecard");
  if (!form?.querySelector("[data-thumbs]")) return;
  const all = (selector) => form.querySelectorAll(selector);
  const KEPT = "poch-card";

  function keep(way) {
    try {
      localStorage.setItem(KEPT, way);
    } catch {
      // A browser can forbid the storage. Then the choice holds for this page.
    }
    showWay(way);
  }

  function keptWay() {
    try {
      return localStorage.getItem(KEPT) ?? "board";
    } catch {
      return "board";
    }
  }

  function showWay(way) {
    const byBoard = way !== "fields";
    form.classList.toggle("by-board", byBoard);
    for (const part of all("[data-thumbs], [data-thumbs-end], [data-board-only]")) part.hidden = !byBoard;
    for (const input of all("[data-board-only] input")) input.disabled = !byBoard;
    for (const part of all("[data-switch]")) part.hidden = false;
    for (const key of all("[data-to]")) key.hidden = (key.dataset.to === "board") === byBoard;
  }

  form.addEventListener("click", (event) => {
    const key = event.target.closest("[data-to]");
    if (key) keep(key.dataset.to);
  });
  showWay(keptWay());
})();
