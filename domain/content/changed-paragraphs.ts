type ChangedParagraphs = { added: string[]; removed: string[] }

export function changedParagraphs(before: string, after: string): ChangedParagraphs {
  const [beforeParagraphs, afterParagraphs] = [splitParagraphs(before), splitParagraphs(after)]
  const [beforeSet, afterSet] = [new Set(beforeParagraphs), new Set(afterParagraphs)]
  return {
    added: afterParagraphs.filter((text) => !beforeSet.has(text)),
    removed: beforeParagraphs.filter((text) => !afterSet.has(text)),
  }
}

function splitParagraphs(markdown: string): string[] {
  return markdown
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .map(stripMarkup)
    .filter(Boolean)
}

function stripMarkup(paragraph: string): string {
  return paragraph
    .replace(/^\s*(?:#{1,6}|[-*>]|\d+\.)\s/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/\s+/g, " ")
    .trim()
}
