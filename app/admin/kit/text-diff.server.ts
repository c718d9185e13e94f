import { diffArrays } from "diff"

export type DiffLine = { kind: "same" | "added" | "removed"; text: string }

const MAX_CHANGES = 2_000
const CONTEXT_LINES = 2

/** Beyond `maxChanges` differing lines it compares the texts as a whole. */
export function diffLines(before: string, after: string, maxChanges = MAX_CHANGES): DiffLine[] {
  const [old, recent] = [before.split("\n"), after.split("\n")]
  const changes = diffArrays(old, recent, { maxEditLength: maxChanges })
  if (!changes) return [...old.map(toDiffLine("removed")), ...recent.map(toDiffLine("added"))]
  return changes.flatMap(({ value, added, removed }) =>
    value.map(toDiffLine(added ? "added" : removed ? "removed" : "same")),
  )
}

function toDiffLine(kind: DiffLine["kind"]) {
  return (text: string): DiffLine => ({ kind, text })
}

export function changesOnly(lines: readonly DiffLine[]): (DiffLine | null)[] {
  const isNearChange = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same")
  const result: (DiffLine | null)[] = []
  for (const [index, line] of lines.entries()) {
    if (isNearChange(index)) result.push(line)
    else if (result.at(-1) !== null) result.push(null)
  }
  return result
}
