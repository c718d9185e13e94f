export type Direction = "up" | "down"

/**
 * The list with one entry moved by one place, or to a place counted from 0; null when it is not in it. Nothing leaves
 * the list at either end.
 */
export function moved<Id>(ids: readonly Id[], id: Id, to: Direction | number): Id[] | null {
  const from = ids.indexOf(id)
  if (from === -1) return null
  const place = typeof to === "number" ? to : from + (to === "up" ? -1 : 1)
  return placed(ids, from, Math.max(0, place))
}

/** The list with the entry of one place put at another. */
export function placed<Id>(ids: readonly Id[], from: number, to: number): Id[] {
  const others = ids.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, ...ids.slice(from, from + 1))
}

/** Whether both hold the same entries, in whatever order. */
export function sameEntries<Id>(one: readonly Id[], other: readonly Id[]): boolean {
  return one.length === other.length && new Set(one).size === one.length && one.every((id) => other.includes(id))
}
