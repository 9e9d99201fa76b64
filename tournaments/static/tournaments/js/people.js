"use strict";
/* The check-in: typing shows those with these letters in their name, without a request. Without this script the
   search field asks the server. */

const PLAIN = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", þ: "th", ð: "d" };
const TWO_LETTERS = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/* The two spellings of a name without accents, as the server finds it (rules/names.py). */
function spellings(text) {
  const small = text.normalize("NFKC").toLowerCase();
  return [small, small.replace(/[äöüøå]/g, (letter) => TWO_LETTERS[letter])].map((each) =>
    each
      .normalize("NFD")
      .replace(/[\p{M}'’`´ʼ‘.]/gu, "")
      .replace(/[łøđßæœıþð]/g, (letter) => PLAIN[letter])
      .replace(/[^\p{L}\p{N}\p{So}]+/gu, " "),
  );
}

function showFound() {
  const form = document.querySelector("[data-people-search]");
  if (!form) return;
  const list = document.getElementById(form.dataset.peopleSearch);
  const wanted = spellings(form.elements.name.value.trim());
  let found = 0;
  for (const person of list.querySelectorAll("[data-person]")) {
    const names = spellings(person.querySelector("bdi").textContent);
    person.hidden = !wanted.some((each) => names.some((name) => name.includes(each)));
    if (!person.hidden) found += 1;
  }
  const nobody = list.querySelector("[data-nobody]");
  if (nobody) nobody.hidden = found > 0;
}

document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("[data-people-search]");
  if (!form) return;
  // A list that the server has narrowed cannot be widened here.
  if (form.elements.name.value === "") {
    form.addEventListener("input", showFound);
    form.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("htmx:load", showFound);
  }
});
