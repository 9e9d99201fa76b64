"use strict";
/* A QR code has the secret of the card after the #, which browsers do not send. This script posts it once and removes
   it from the address and from the history. Between two rounds the page sends it again and again. */

function enter() {
  const secret = location.hash.slice(1);
  const form = document.querySelector("[data-door]");
  if (!secret || !form) return;
  history.replaceState(null, "", location.pathname);
  form.elements.secret.value = secret;
  form.hidden = false;
  form.requestSubmit();
}

async function lookAgain(form) {
  // A phone in a pocket does not ask.
  if (!document.hidden) {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
    if (answer?.redirected) return location.replace(answer.url);
    if (answer && !answer.ok) return form.requestSubmit();
  }
  return setTimeout(lookAgain, Number(form.dataset.doorAgain) * 1000, form);
}

function wait() {
  const form = document.querySelector("[data-door-again]");
  if (form) setTimeout(lookAgain, Number(form.dataset.doorAgain) * 1000, form);
}

document.addEventListener("DOMContentLoaded", enter);
document.addEventListener("DOMContentLoaded", wait);
window.addEventListener("hashchange", enter);
