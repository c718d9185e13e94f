export type MarkdownAct = "bold" | "italic" | "heading" | "list" | "link"

/** Offsets as in a textarea. */
type TextSelection = { text: string; start: number; end: number }

/** Replaces `from` to `to`; `start` and `end` are the new selection. */
type MarkdownEdit = { from: number; to: number; insert: string; start: number; end: number }

const marks = { bold: "**", italic: "*" } as const
const lineMarks = { heading: "## ", list: "- " } as const

/** Toggles: an existing mark is removed. */
export function markdownEdit(act: MarkdownAct, selected: TextSelection): MarkdownEdit {
  switch (act) {
    case "bold":
    case "italic":
      return toggleInline(marks[act], selected)
    case "heading":
    case "list":
      return toggleLinePrefix(lineMarks[act], selected)
    case "link":
      return link(selected)
  }
}

function toggleInline(mark: string, { text, start, end }: TextSelection): MarkdownEdit {
  const inner = text.slice(start, end)
  const length = mark.length
  const marked = starsBefore(text, start) === length && starsAfter(text, end) === length
  if (marked && inner !== "")
    return { from: start - length, to: end + length, insert: inner, start: start - length, end: end - length }
  // Markdown ignores marks next to spaces, so they wrap the words only.
  const words = inner.trim() || "texte"
  const [lead = "", trail = ""] = inner.trim() === "" ? [inner, ""] : inner.split(inner.trim())
  const from = start + lead.length + length
  return {
    from: start,
    to: end,
    insert: `${lead}${mark}${words}${mark}${trail}`,
    start: from,
    end: from + words.length,
  }
}

const starsBefore = (text: string, at: number) => /\**$/.exec(text.slice(0, at))?.[0].length ?? 0
const starsAfter = (text: string, at: number) => /^\**/.exec(text.slice(at))?.[0].length ?? 0

function toggleLinePrefix(mark: string, { text, start, end }: TextSelection): MarkdownEdit {
  const from = text.lastIndexOf("\n", start - 1) + 1
  const next = text.indexOf("\n", end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split("\n")
  const isMarked = (line: string) => line.startsWith(mark)
  const nonBlank = lines.filter((line) => line.trim() !== "")
  const allMarked = nonBlank.length > 0 && nonBlank.every(isMarked)
  const insert = lines
    .map((line) => {
      if (allMarked) return isMarked(line) ? line.slice(mark.length) : line
      return (line.trim() === "" && lines.length > 1) || isMarked(line) ? line : `${mark}${line}`
    })
    .join("\n")
  if (lines.length > 1) return { from, to, insert, start: from, end: from + insert.length }
  // On one line the cursor keeps its place in the text.
  const shift = insert.length - (to - from)
  return { from, to, insert, start: Math.max(from, start + shift), end: Math.max(from, end + shift) }
}

function link({ text, start, end }: TextSelection): MarkdownEdit {
  const inner = text.slice(start, end)
  if (/^(https?:\/\/|mailto:|tel:)\S+$/.test(inner)) {
    const words = "texte du lien"
    return { from: start, to: end, insert: `[${words}](${inner})`, start: start + 1, end: start + 1 + words.length }
  }
  const words = inner || "texte du lien"
  const address = "https://"
  const at = start + words.length + 3
  return { from: start, to: end, insert: `[${words}](${address})`, start: at, end: at + address.length }
}
