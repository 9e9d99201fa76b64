// Swagger UI has a dark scheme for whoever says so on the page; here whoever looks has said it already.
(function () {
  "use strict";
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  function follow() {
    document.documentElement.classList.toggle("dark-mode", dark.matches);
  }
  dark.addEventListener("change", follow);
  follow();
})();
