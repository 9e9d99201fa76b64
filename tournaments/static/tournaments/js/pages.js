"use strict";
/* What the pages gain with JavaScript, beyond htmx. Everything works without. */

// Steppers: one thumb on plus and minus. The page without JavaScript has the number field alone.
function addSteppers(root) {
  for (const field of root.querySelectorAll("[data-stepper]:not([data-stepping])")) {
    field.dataset.stepping = "";
    const input = field.querySelector("input");
    const button = (sign, by) => {
      const made = document.createElement("button");
      made.type = "button";
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

// A link that is shown once can be copied by one tap.
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

function improve(root) {
  addSteppers(root);
  addCopying(root);
}

document.addEventListener("DOMContentLoaded", () => improve(document));
document.addEventListener("htmx:load", (event) => improve(event.detail.elt));
