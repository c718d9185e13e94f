const modulePreload = /<link rel="modulepreload"[^>]*>/g
const href = / href="([^"]*)"/
const entryScript = /<script([^>]*) type="module" async="">/

export const deferredType = "text/javascript-module"

/** Style, fonts and pictures load before the script. */
export function hydrateAfterPaint(page: string, nonce: string | null): string {
  const [head, end] = [page.indexOf("</head>"), page.lastIndexOf("</body>")]
  if (head < 0 || end < 0 || !entryScript.test(page)) return page
  const start = page.slice(0, head)
  const files = (start.match(modulePreload) ?? []).flatMap((link) => href.exec(link)?.[1] ?? [])
  const rest = page.slice(head, end).replace(entryScript, `<script$1 type="${deferredType}">`)
  const script = `<script${nonce === null ? "" : ` nonce="${nonce}"`}>(${startAfterPaint})(${JSON.stringify(files)},${JSON.stringify(deferredType)})</script>`
  return start.replace(modulePreload, "") + rest + script + page.slice(end)
}

/** Sent as its own source, so it may use only its arguments. */
function startAfterPaint(files: readonly string[], type: string): void {
  const fields = new Map<EventTarget, string | boolean>()
  const listen = ({ target }: Event) => {
    if (target) fields.delete(target)
    if (target instanceof HTMLInputElement && target.type !== "file")
      fields.set(target, ["checkbox", "radio"].includes(target.type) ? target.checked : target.value)
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) fields.set(target, target.value)
  }
  // Replayed after hydration: app/ui/early-input.ts.
  document.addEventListener("input", listen, true)
  window.earlyInput = { fields, listen }
  let done = false
  const run = () => {
    if (done) return
    done = true
    for (const file of files)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file }))
    const deferred = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
    if (!deferred) return
    const script = Object.assign(document.createElement("script"), {
      type: "module",
      nonce: deferred.nonce,
      textContent: deferred.textContent,
    })
    document.head.append(script)
    script.remove()
  }
  const runAfterPictures = () => {
    const pending = [...document.images].filter((image) => image.loading === "eager" && !image.complete)
    const loads = pending.map(
      (image) => new Promise((resolve) => ["load", "error"].forEach((end) => image.addEventListener(end, resolve))),
    )
    Promise.all(loads).then(() => setTimeout(run))
    setTimeout(run, 800)
  }
  new PerformanceObserver(
    (list) => list.getEntriesByName("first-contentful-paint").length > 0 && runAfterPictures(),
  ).observe({
    type: "paint",
    buffered: true,
  })
  setTimeout(run, document.hidden ? 0 : 2000)
}
