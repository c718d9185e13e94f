/** What one text has and another has not, by paragraphs, headings and items of lists, as they read without their marks. */
export type ChangedParagraphs = { added: string[]; removed: string[] }

/**
 * The paragraphs of Markdown that are only in the later text, and those that are only in the earlier one, each in its
 * order. One that only moved is in both, and is not told.
 */
export function changedParagraphs(before: string, after: string): ChangedParagraphs {
  const [was, is] = [paragraphsOf(before), paragraphsOf(after)]
  const [known, kept] = [new Set(was), new Set(is)]
  return { added: is.filter((text) => !known.has(text)), removed: was.filter((text) => !kept.has(text)) }
}

function paragraphsOf(markdown: string): string[] {
  return markdown
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .map(read)
    .filter(Boolean)
}

/** Without the marks of headings, lists, emphasis and links. */
function read(paragraph: string): string {
  return paragraph
    .replace(/^\s*(?:#{1,6}|[-*>]|\d+\.)\s/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/\s+/g, " ")
    .trim()
}
