import { diffArrays } from "diff"

export type DiffLine = { kind: "same" | "added" | "removed"; text: string }

/** Lines added and removed together, so that a comparison takes milliseconds. */
const MAX_CHANGES = 2_000

/** Compares two texts line by line, or as a whole where more than `maxChanges` lines differ. */
export function diffLines(before: string, after: string, maxChanges = MAX_CHANGES): DiffLine[] {
  const [old, young] = [before.split("\n"), after.split("\n")]
  const changes = diffArrays(old, young, { maxEditLength: maxChanges })
  if (!changes) return [...old.map(lineOfKind("removed")), ...young.map(lineOfKind("added"))]
  return changes.flatMap(({ value, added, removed }) =>
    value.map(lineOfKind(added ? "added" : removed ? "removed" : "same")),
  )
}

function lineOfKind(kind: DiffLine["kind"]) {
  return (text: string): DiffLine => ({ kind, text })
}

/** The changes with a few lines around each; `null` stands for the lines left out. */
export function changesOnly(lines: readonly DiffLine[], around = 2): (DiffLine | null)[] {
  const near = (index: number) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same")
  const shown: (DiffLine | null)[] = []
  for (const [index, line] of lines.entries()) {
    if (near(index)) shown.push(line)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}
