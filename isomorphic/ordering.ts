export type Direction = "up" | "down"

/** null when the id is missing. */
export function moveInList<Id>(ids: readonly Id[], id: Id, to: Direction | number): Id[] | null {
  const from = ids.indexOf(id)
  if (from === -1) return null
  const target = typeof to === "number" ? to : from + (to === "up" ? -1 : 1)
  return placeInList(ids, from, Math.max(0, target))
}

export function placeInList<Id>(ids: readonly Id[], from: number, to: number): Id[] {
  const others = ids.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, ...ids.slice(from, from + 1))
}

export function hasSameEntries<Id>(one: readonly Id[], other: readonly Id[]): boolean {
  return one.length === other.length && new Set(one).size === one.length && one.every((id) => other.includes(id))
}
