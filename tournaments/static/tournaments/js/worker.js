"use strict";
/* The service worker. It keeps the form of a deal or a total, and the files that this page loads,
   for use without network. Everything else it leaves to the network: a page with standings is never an old one. `ABOUT` comes
   from the server. Another version of the files is another worker with another memory. */

const CACHE = `poch-${ABOUT.version}`;
const PATIENCE = 8000; // milliseconds for a page that is also in the memory

const isForm = (path) => /^\/tables\/[^/]+\/(scorecard|count)\/$/.test(path);
// A correction stands at the address of the total, and is never kept.
const isToKeep = (answer) => answer.ok && !(answer.headers.get("Cache-Control") || "").includes("no-store");
const isForEver = (path) => path.startsWith(ABOUT.files) && /\.[0-9a-f]{12}\./.test(path);

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([ABOUT.page, ABOUT.stylesheet]);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("poch-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

// The page says that it comes from the memory: without_network.js looks for this attribute.
async function asStored(answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response((await answer.text()).replace("<html ", "<html data-stored "), { headers });
}

// Reject after a while, so that a bad network does not keep anybody from a page of the memory.
const tooLate = () => new Promise((_, reject) => setTimeout(reject, PATIENCE));

// Who leaves this browser takes the forms of their tables along, also without network.
async function forget(cache) {
  for (const request of await cache.keys()) if (isForm(new URL(request.url).pathname)) await cache.delete(request);
}

// The page for all others lists the forms that open, each with the title of its page.
async function pageWithoutNetwork(cache) {
  const page = await cache.match(ABOUT.page);
  if (!page) return Response.error();
  const links = [];
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname;
    const title = isForm(path) && /<title>([^<]*)/.exec(await (await cache.match(path)).text());
    if (title) links.push(`<li><a href="${path}">${title[1].trim()}</a></li>`);
  }
  const text = (await page.text()).replace("data-forms hidden", links.length ? "data-forms" : "data-forms hidden");
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(text.replace("<ul data-list>", (list) => list + links.join("")), { headers });
}

async function navigate(request, path) {
  const cache = await caches.open(CACHE);
  if (request.method === "POST" && ABOUT.leaving.includes(path)) await forget(cache);
  const stored = isForm(path) ? await cache.match(path) : undefined;
  try {
    const canWait = !stored || request.method !== "GET";
    const answer = await (canWait ? fetch(request) : Promise.race([fetch(request), tooLate()]));
    if (isForm(path) && request.method === "GET" && isToKeep(answer)) await cache.put(path, answer.clone());
    return answer;
  } catch {
    if (stored && request.method === "GET") return asStored(stored);
    // What the form sent is still a draft on this phone.
    if (stored) return Response.redirect(path, 303);
    return pageWithoutNetwork(cache);
  }
}

async function file(request, path) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored && isForEver(path)) return stored;
  try {
    return await fetch(request);
  } catch {
    return stored || Response.error();
  }
}

// A page asks for its place in the memory: after its first visit, and under each new version. `marks` say which deal it
// asks for, and who it is; the memory may still have another form.
async function store({ path, files, marks }) {
  if (!isForm(path)) return false;
  await self.clients.claim();
  const cache = await caches.open(CACHE);
  for (const address of files) if (!(await cache.match(address))) await cache.add(address);
  const stored = await cache.match(path);
  const text = stored ? await stored.text() : "";
  if (stored && marks.every((mark) => text.includes(mark))) return true;
  const answer = await fetch(path, { cache: "no-store", redirect: "manual" });
  if (!isToKeep(answer)) return false;
  await cache.put(path, answer);
  return true;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  const [port] = event.ports;
  const done = store(event.data).catch(() => false);
  event.waitUntil(done.then((isStored) => port.postMessage(isStored)));
});
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(navigate(event.request, pathname));
  else if (event.request.method === "GET" && pathname.startsWith(ABOUT.files)) event.respondWith(file(event.request, pathname));
});
