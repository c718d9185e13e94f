export type Direction = "up" | "down"

/** The list with one entry moved by one place; null when it is not in it. At either end it stays where it is. */
export function moved<Id>(ids: readonly Id[], id: Id, direction: Direction): Id[] | null {
  const from = ids.indexOf(id)
  if (from === -1) return null
  const to = Math.min(ids.length - 1, Math.max(0, from + (direction === "up" ? -1 : 1)))
  return placed(ids, from, to)
}

/** The list with the entry of one place put at another. */
export function placed<Id>(ids: readonly Id[], from: number, to: number): Id[] {
  const others = ids.filter((_, index) => index !== from)
  const entry = ids[from]
  return entry === undefined ? [...ids] : others.toSpliced(to, 0, entry)
}

/** Whether both hold the same entries, in whatever order. */
export function sameEntries<Id>(one: readonly Id[], other: readonly Id[]): boolean {
  return one.length === other.length && new Set(one).size === one.length && one.every((id) => other.includes(id))
}
