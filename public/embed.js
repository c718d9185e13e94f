/*
 * What another site loads: it puts the frame where its tag stands, and reads nothing of the page around. The frame is
 * sandboxed: it has no storage and no cookies there, and leaves only where somebody presses (decision 66).
 *
 *   <script src="https://…/embed.js" data-produit="{id}" data-date="2027-06-12" data-code-postal="94130" async></script>
 */
;(() => {
  /** Tall enough for the form and its answer, until the frame has said its own. */
  const FIRST_HEIGHT_PX = 430
  /** Whatever the frame says, it never covers more of the page around than this. */
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
