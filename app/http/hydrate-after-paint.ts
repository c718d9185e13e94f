const modulePreload = /<link rel="modulepreload"[^>]*>/g
const href = / href="([^"]*)"/
/** The inline module by which React Router imports the page's files. */
const starter = /<script([^>]*) type="module" async="">/

/** The type under which a browser keeps that module as text, until `startAfterPaint` runs it. */
export const deferredType = "text/javascript-module"

/**
 * The page reads, and its forms send, without the script: so style, letters and the first pictures have the network
 * for themselves, and the script is asked for once they are painted. React and its router would ask for it first,
 * ahead of the style sheet that the page waits for.
 */
export function hydrateAfterPaint(page: string, nonce: string | null): string {
  const [head, end] = [page.indexOf("</head>"), page.lastIndexOf("</body>")]
  if (head < 0 || end < 0 || !starter.test(page)) return page
  const start = page.slice(0, head)
  const files = (start.match(modulePreload) ?? []).flatMap((link) => href.exec(link)?.[1] ?? [])
  const rest = page.slice(head, end).replace(starter, `<script$1 type="${deferredType}">`)
  const script = `<script${nonce === null ? "" : ` nonce="${nonce}"`}>(${startAfterPaint})(${JSON.stringify(files)},${JSON.stringify(deferredType)})</script>`
  return start.replace(modulePreload, "") + rest + script + page.slice(end)
}

/**
 * Runs in the browser, so it is sent as its own text and may use nothing but its arguments. It waits until the browser
 * has shown the page and has the pictures that this frame wants, but for no picture longer than a moment. A page opened
 * behind others is shown to nobody, and starts all the same.
 */
function startAfterPaint(files: readonly string[], type: string): void {
  const fields = new Map<EventTarget, string | boolean>()
  const listen = ({ target }: Event) => {
    // The last one touched comes last: of several radio buttons it is the one that counts.
    if (target) fields.delete(target)
    if (target instanceof HTMLInputElement && target.type !== "file")
      fields.set(target, ["checkbox", "radio"].includes(target.type) ? target.checked : target.value)
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) fields.set(target, target.value)
  }
  // What is entered meanwhile is replayed once React has taken over: app/ui/early-input.ts.
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
  const painted = () => {
    const wanted = [...document.images].filter((image) => image.loading === "eager" && !image.complete)
    const arrived = wanted.map(
      (image) => new Promise((resolve) => ["load", "error"].forEach((end) => image.addEventListener(end, resolve))),
    )
    Promise.all(arrived).then(() => setTimeout(run))
    setTimeout(run, 800)
  }
  new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").length > 0 && painted()).observe({
    type: "paint",
    buffered: true,
  })
  setTimeout(run, document.hidden ? 0 : 2000)
}
