/** What the toolbar of a Markdown field can do. */
export type MarkdownAct = "bold" | "italic" | "heading" | "list" | "link"

/** A text with what is selected in it, as a `textarea` counts. */
export type Selected = { text: string; start: number; end: number }

/** What is put in the place of `from` to `to`, and what is selected in the text that this makes. */
export type MarkdownEdit = { from: number; to: number; insert: string; start: number; end: number }

const marks = { bold: "**", italic: "*" } as const
const lineMarks = { heading: "## ", list: "- " } as const

/** Sets a mark around the selection or before its lines, or takes it away where it stands already. */
export function markdownEdit(act: MarkdownAct, selected: Selected): MarkdownEdit {
  switch (act) {
    case "bold":
    case "italic":
      return around(marks[act], selected)
    case "heading":
    case "list":
      return before(lineMarks[act], selected)
    case "link":
      return link(selected)
  }
}

function around(mark: string, { text, start, end }: Selected): MarkdownEdit {
  const inner = text.slice(start, end)
  const length = mark.length
  const marked = starsBefore(text, start) === length && starsAfter(text, end) === length
  if (marked && inner !== "")
    return { from: start - length, to: end + length, insert: inner, start: start - length, end: end - length }
  // A space beside the mark would make it mean nothing: what is marked is the words.
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

function before(mark: string, { text, start, end }: Selected): MarkdownEdit {
  const from = text.lastIndexOf("\n", start - 1) + 1
  const next = text.indexOf("\n", end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split("\n")
  const isMarked = (line: string) => line.startsWith(mark)
  const written = lines.filter((line) => line.trim() !== "")
  const all = written.length > 0 && written.every(isMarked)
  const insert = lines
    .map((line) => {
      if (all) return isMarked(line) ? line.slice(mark.length) : line
      return (line.trim() === "" && lines.length > 1) || isMarked(line) ? line : `${mark}${line}`
    })
    .join("\n")
  if (lines.length > 1) return { from, to, insert, start: from, end: from + insert.length }
  // In one line the cursor stays where it stood among the letters.
  const moved = insert.length - (to - from)
  return { from, to, insert, start: Math.max(from, start + moved), end: Math.max(from, end + moved) }
}

function link({ text, start, end }: Selected): MarkdownEdit {
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
