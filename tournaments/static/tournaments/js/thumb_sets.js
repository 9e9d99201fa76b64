"use strict";
// The keys for whole sets on the board of a scorecard: one tap shows a pair, three or four of a rank. The keys are made
// from the keys of the single cards, which are on the page. `thumbs.js` says which cards a player can have.
window.pochSets = (form, least) => {
  const place = form.querySelector("[data-sets]");
  const words = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
  const keys = [];

  function keyOf(faces) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "thumb-card";
    key.dataset.set = faces.map((face) => face.dataset.card).join(" ");
    key.setAttribute("aria-label", words.format(faces.map((face) => face.getAttribute("aria-label"))));
    key.append(...faces.map((face) => face.querySelector("svg").cloneNode(true)));
    return key;
  }

  // All sets of these cards, smaller ones first.
  function setsOf(faces) {
    const some = [];
    for (let bits = 1; bits < 1 << faces.length; bits++) some.push(faces.filter((_face, bit) => bits & (1 << bit)));
    return some.filter((set) => set.length >= least).sort((one, two) => one.length - two.length);
  }

  function makeLine(faces) {
    const line = document.createElement("div");
    const rank = document.createElement("span");
    rank.textContent = faces[0].firstChild.textContent;
    const made = setsOf(faces).map(keyOf);
    line.append(rank, ...made);
    place.append(line);
    keys.push(...made);
  }

  function make() {
    const faces = [...form.querySelectorAll("[data-card]")];
    for (const rank of new Set(faces.map((face) => face.dataset.card[0]))) {
      makeLine(faces.filter((face) => face.dataset.card[0] === rank));
    }
  }

  // Draw the sets that are possible: with all cards of their rank that are surely `mine`, and none of `theirs`.
  function draw({ mine, theirs }, shown) {
    if (!keys.length) make();
    for (const key of keys) {
      const codes = key.dataset.set.split(" ");
      const needed = [...mine].filter((code) => code[0] === codes[0][0]);
      key.hidden = codes.some((code) => theirs.has(code)) || !needed.every((code) => codes.includes(code));
      key.setAttribute("aria-pressed", String(codes.length === shown.length && codes.every((c) => shown.includes(c))));
    }
    for (const line of place.children) line.hidden = !line.querySelector("button:not([hidden])");
  }

  return { draw };
};
