"use strict";
/* Lets the form of a deal open without network, by the service worker (worker.js), and says whether it does. Browsers
   have service workers with https, and on this machine. */

(() => {
  const places = document.querySelectorAll("[data-without-network]");
  const form = document.querySelector("[data-draft]");
  if (places.length === 0 || !form) return;

  function say(what) {
    for (const place of places) {
      let isEmpty = true;
      for (const sentence of place.querySelectorAll("[data-says]")) {
        sentence.hidden = sentence.dataset.says !== what;
        if (!sentence.hidden) isEmpty = false;
      }
      place.hidden = isEmpty;
    }
  }

  const files = () =>
    [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=icon]")]
      .map((part) => new URL(part.src || part.href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname);

  // Resolves to whether the worker has the page and its files.
  function store(worker) {
    const { draft, draftDeal } = form.dataset;
    const marks = [`data-draft="${draft}"`, `data-draft-deal="${draftDeal}"`];
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage({ path: location.pathname, files: files(), marks }, [port2]);
    });
  }

  async function prepare() {
    const { active } = await navigator.serviceWorker.ready;
    const isStored = await store(navigator.serviceWorker.controller || active);
    // A page that the worker does not control yet would not come from its memory. It is told when that changes.
    if (isStored && navigator.serviceWorker.controller) say("ready");
  }

  if (document.documentElement.hasAttribute("data-stored")) say("stored");
  else if (!("serviceWorker" in navigator)) say("plain");
  else {
    navigator.serviceWorker.addEventListener("controllerchange", () => prepare().catch(() => {}));
    navigator.serviceWorker
      .register(places[0].dataset.worker, { scope: "/", updateViaCache: "none" })
      .then(prepare)
      .catch(() => say("plain"));
  }
})();
