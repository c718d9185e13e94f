import type { Locator, Page } from "@playwright/test"

/** Words of the page's content that are neither folded nor hidden, from its top down to `last`. */
export async function readVisibleWords(page: Page, last?: Locator): Promise<string[]> {
  const end = last ? await last.elementHandle() : null
  return page.evaluate((end) => {
    const words: string[] = []
    const range = document.createRange()
    const content = document.querySelector("main") ?? document.body
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement
      const isAfterEnd =
        end && !end.contains(text) && end.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING
      if (!parent || isAfterEnd) continue
      range.selectNodeContents(text)
      const { width, height } = range.getBoundingClientRect()
      const isVisible = width > 1 && height > 1 && parent.checkVisibility({ visibilityProperty: true })
      if (!isVisible || parent.closest(".sr-only, .cookie-banner")) continue
      words.push(...(text.nodeValue ?? "").split(/\s+/).filter((word) => /\p{L}/u.test(word)))
    }
    return words
  }, end)
}
