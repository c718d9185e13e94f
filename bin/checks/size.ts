export interface Size {
  readonly code: number
  readonly comments: number
  readonly blank: number
  readonly words: number
}

export function countLines(text: string, comments: readonly { value: string; start: number; end: number }[]): Size {
  let withoutComments = ""
  let end = 0
  for (const comment of comments) {
    withoutComments += text.slice(end, comment.start) + text.slice(comment.start, comment.end).replace(/[^\n]/g, " ")
    end = comment.end
  }
  withoutComments += text.slice(end)
  const lines = text.trimEnd().split("\n")
  const rest = withoutComments.split("\n")
  const blank = lines.filter((line) => line.trim() === "").length
  // A comment between JSX tags leaves its braces.
  const code = lines.filter((_, index) => (rest[index] ?? "").replace(/^\s*\{\s*\}\s*$/, "").trim() !== "").length
  return {
    code,
    comments: lines.length - code - blank,
    blank,
    words: comments.flatMap(({ value }) => value.match(/[^\s*]*[\p{L}\d][^\s]*/gu) ?? []).length,
  }
}

export function sumSizes(sizes: readonly Size[]): Size {
  const sum = (key: keyof Size) => sizes.reduce((total, { [key]: count }) => total + count, 0)
  return { code: sum("code"), comments: sum("comments"), blank: sum("blank"), words: sum("words") }
}
