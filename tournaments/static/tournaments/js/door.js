"use strict";
/* A QR code has the secret of the table link after the #, which browsers do not send. This script posts it once and
   removes it from the address and from the history. */

function enter() {
  const secret = location.hash.slice(1);
  const form = document.querySelector("[data-door]");
  if (!secret || !form) return;
  history.replaceState(null, "", location.pathname);
  form.elements.secret.value = secret;
  form.hidden = false;
  form.requestSubmit();
}

document.addEventListener("DOMContentLoaded", enter);
window.addEventListener("hashchange", enter);
