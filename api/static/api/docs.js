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

// Swagger UI leaves some parts without names or in a wrong order of headings. Screen readers need them.
(function () {
  "use strict";
  const LEVELS = { ".opblock-tag": 2, ".opblock h4, .models h4": 3, ".opblock h5": 4 };

  function mend() {
    const all = (selector) => document.querySelectorAll(`.swagger-ui ${selector}`);
    for (const [selector, level] of Object.entries(LEVELS)) {
      for (const heading of all(selector)) set(heading, "aria-level", level);
    }
    for (const [selector, name] of [[".information-container", "About"], [".scheme-container", "Server and keys"]]) {
      for (const part of all(selector)) {
        set(part, "role", "region");
        set(part, "aria-label", name);
      }
    }
    for (const code of all("pre.microlight")) set(code, "tabindex", 0);
    // A link in a button cannot be reached by keyboard; the button itself opens the operation.
    for (const link of all("button.opblock-summary-control a[href]")) link.removeAttribute("href");
    for (const select of all("select:not([aria-label])")) {
      const row = select.closest("tr");
      const name = row?.querySelector(".parameter__name")?.firstChild?.textContent;
      set(select, "aria-label", name || (select.id === "servers" ? "Server" : "Choice"));
    }
  }

  function set(element, attribute, value) {
    if (element.getAttribute(attribute) !== String(value)) element.setAttribute(attribute, value);
  }

  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver(mend).observe(document.getElementById("swagger-ui"), { childList: true, subtree: true });
  });
})();
