// Caches opened manuals for parties without a network. Its scope is /manual/.

const KEPT = "manuals-1"
const PATIENCE_MS = 4000
const MANUAL = /^\/manual\/[0-9a-f-]{36}\/?$/i
const FILE = /^\/(?:assets|fonts|files|illustrations|logo|manual)\/.+\.(?:css|woff2|avif|webp|png|jpe?g|svg)$/

self.addEventListener("install", () => self.skipWaiting())

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("manuals-") && name !== KEPT) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

// The open page lists its own files.
self.addEventListener("message", (event) => {
  const { keep, files } = event.data ?? {}
  if (typeof keep === "string" && MANUAL.test(keep) && Array.isArray(files)) event.waitUntil(keepManual(keep, files))
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== self.location.origin) return
  if (request.mode === "navigate" && MANUAL.test(url.pathname)) event.respondWith(manual(request, url))
  else if (FILE.test(url.pathname)) event.respondWith(file(request, url))
})

// Fetched without cookies: a phone is lent and borrowed.
async function keepManual(path, files) {
  const cache = await caches.open(KEPT)
  const page = await fetch(path, { credentials: "omit", headers: { Accept: "text/html" } })
  if (page.ok) await cache.put(path, page)
  else if (page.status === 404) await cache.delete(path)
  await Promise.all(
    files
      .filter((address) => typeof address === "string" && FILE.test(new URL(address, self.location.href).pathname))
      .map(async (address) => {
        const answer = (await cache.match(address)) ? null : await fetch(address, { credentials: "omit" }).catch(() => null)
        if (answer?.ok) await cache.put(address, answer)
      }),
  )
}

async function manual(request, url) {
  const fresh = fetch(request)
  const kept = await (await caches.open(KEPT)).match(url.pathname.replace(/\/$/, ""))
  if (!kept) return fresh.catch(() => new Response(notKept, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } }))
  // A slow network counts as none.
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  return Promise.race([fresh.then((answer) => (answer.status < 500 ? answer : kept)).catch(() => kept), late])
}

async function file(request, url) {
  try {
    return await fetch(request)
  } catch (error) {
    const cache = await caches.open(KEPT)
    const kept = (await cache.match(request)) ?? (await otherSize(cache, url.pathname))
    if (kept) return kept
    throw error
  }
}

// A rotated phone asks for another width of a picture; the cached one will do.
async function otherSize(cache, pathname) {
  const stem = stemOf(pathname)
  if (!pathname.startsWith("/files/")) return undefined
  const key = (await cache.keys()).find(({ url }) => stemOf(new URL(url).pathname) === stem)
  return key && cache.match(key)
}

function stemOf(pathname) {
  return pathname.replace(/(\/\d{13}-[0-9a-f]{16})(?:\.[a-z]+|\/\d+\.[a-z]+)$/, "$1")
}

const notKept = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pas de réseau</title><style>body{margin:0;padding:2rem 1.25rem;max-width:34rem;font:1.0625rem/1.6 system-ui,sans-serif;background:#163b44;color:#faf6ee}h1{font-size:1.75rem;line-height:1.15}a{color:#ffd97a}</style>
<h1>Pas de réseau</h1><p>Cette notice n’a pas encore été ouverte sur ce téléphone : il faut du réseau la première fois. Ensuite, elle se lit partout.</p><p><a href="">Réessayer</a></p></html>`
