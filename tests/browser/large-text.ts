/** Runs in the page: what large text breaks in the window as it is. */
export function findLargeTextFaults(): string[] {
  const { innerWidth, innerHeight } = window
  const { scrollWidth } = document.documentElement
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.clientWidth !== 1

  const wide = scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : []
  const menu = document.querySelector(".side-menu summary")?.getBoundingClientRect()
  const hidden =
    menu && menu.width > 0 && (menu.left < 0 || menu.right > innerWidth) ? ["the menu is out of reach"] : []
  const bars = [...document.querySelectorAll("body *")].flatMap((element) => {
    if (
      element.matches(".toasts") ||
      !["sticky", "fixed"].includes(getComputedStyle(element).position) ||
      !isVisible(element)
    )
      return []
    const { height, width } = element.getBoundingClientRect()
    const isTall = height > innerHeight / 4 && width > innerWidth / 2
    return isTall ? [`${element.className} takes ${Math.round(height)} px`] : []
  })
  return [...wide, ...hidden, ...bars, ...brokenWords()]

  function brokenWords(): string[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest("script, style, noscript, select, .sr-only") || !isVisible(parent)) continue
      const text = node.textContent ?? ""
      // An address of mail or of a page may break anywhere.
      for (const { 0: word, index } of text.matchAll(
        /-?\d[\d\s.,]*\s?€|(?<![\p{L}\p{N}@./_-])\p{L}{2,14}(?![\p{L}\p{N}@/_]|\.\p{L})/gu,
      )) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        )
        if (lines.size > 1)
          broken.push(`“${word}” is broken in <${parent.tagName.toLowerCase()} class="${parent.className}">`)
      }
    }
    return [...new Set(broken)]
  }
}
