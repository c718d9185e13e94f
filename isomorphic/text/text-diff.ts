export type DiffLine = { kind: "same" | "added" | "removed"; text: string }

/** Texts longer than this together are compared as a whole: the table of all pairs would not fit. */
const MAX_PAIRS = 4_000_000

/** What was taken from and added to a text, line by line, in the order of reading (longest common subsequence). */
export function diffLines(before: string, after: string, mostPairs = MAX_PAIRS): DiffLine[] {
  const [old, young] = [before.split("\n"), after.split("\n")]
  const start = sharedStart(old, young)
  const end = sharedEnd(old.slice(start), young.slice(start))
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: "same", text }))
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), young.slice(start, young.length - end), mostPairs),
    ...same(old.slice(old.length - end)),
  ]
}

function sharedStart(old: readonly string[], young: readonly string[]): number {
  const first = old.findIndex((line, index) => line !== young[index])
  return first === -1 ? old.length : first
}

function sharedEnd(old: readonly string[], young: readonly string[]): number {
  return sharedStart(old.toReversed(), young.toReversed())
}

function middle(old: readonly string[], young: readonly string[], mostPairs: number): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text })
  const added = (text: string): DiffLine => ({ kind: "added", text })
  if (old.length * young.length > mostPairs) return [...old.map(removed), ...young.map(added)]
  const width = young.length + 1
  // How many lines the rests have in common, from each pair of places on.
  const common = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = young.length - 1; column >= 0; column--) {
      common[row * width + column] =
        old[row] === young[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < old.length && column < young.length) {
    if (old[row] === young[column]) {
      lines.push({ kind: "same", text: old[row] as string })
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push(removed(old[row++] as string))
    else lines.push(added(young[column++] as string))
  }
  return [...lines, ...old.slice(row).map(removed), ...young.slice(column).map(added)]
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
