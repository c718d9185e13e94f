/*
 * Places a sandboxed frame where its tag stands and reads nothing of the host page (decision 66).
 * <script src="https://…/embed.js" data-produit="{id}" data-date="2027-06-12" data-code-postal="94130" async></script>
 */
;(() => {
  /** Fits the form and its answer until the frame reports its height. */
  const FIRST_HEIGHT_PX = 430
  /** Upper bound, whatever height the frame reports. */
  const MAX_HEIGHT_PX = 1200
  const script = document.currentScript
  const product = script?.dataset.produit
  if (!product) return
  const address = new URL(`/embed/${encodeURIComponent(product)}`, script.src)
  if (script.dataset.date) address.searchParams.set("date", script.dataset.date)
  if (script.dataset.codePostal) address.searchParams.set("cp", script.dataset.codePostal)
  const frame = document.createElement("iframe")
  frame.src = address.href
  frame.title = "Disponibilité et prix"
  frame.loading = "lazy"
  frame.setAttribute("sandbox", "allow-scripts allow-forms allow-top-navigation-by-user-activation")
  frame.style.cssText = `display:block;width:100%;max-width:32rem;height:${FIRST_HEIGHT_PX}px;border:0;color-scheme:light`
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data?.embedHeight > 0)
      frame.style.height = `${Math.min(data.embedHeight, MAX_HEIGHT_PX)}px`
  })
  script.after(frame)
})()
