"use strict";
/* A table's QR code brings its secret behind the #, which browsers keep to themselves. It is posted, once, and taken
   out of the address and of the browser's history. */

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
