"use strict";
/* The check-in: typing shows those with these letters in their name, without a request. Without this script the
   search field asks the server. */

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

function showFound() {
  const form = document.querySelector("[data-people-search]");
  if (!form) return;
  const list = document.getElementById(form.dataset.peopleSearch);
  const wanted = plain(form.elements.name.value.trim());
  let found = 0;
  for (const person of list.querySelectorAll("[data-person]")) {
    const name = plain(person.querySelector("bdi").textContent);
    person.hidden = !name.includes(wanted);
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
