import { digestOf, written } from "./digest.ts"
import type { Choice, ListConflict } from "./conflict.ts"

/**
 * What the pieces of a list are, for two people who change it at once. `plain` leaves out what makes no difference, `key`
 * is what a piece stays the same by when its text changes, and `text` is what a person compares. `sorted` says that the
 * order follows from the pieces; `isTaken` refuses a list that no form could have sent.
 */
export type ListRule<Piece> = {
  plain: (piece: Piece) => unknown
  key: (piece: Piece) => string
  text: (piece: Piece) => string
  sorted?: (one: Piece, other: Piece) => number
  isTaken: (pieces: readonly Piece[]) => boolean
}

/** The list that two people made of `base`, and what is to be chosen for; null where they cannot be put together. */
export type ListMerge<List> = { merged: List; conflicts: ListConflict[] }

type Field = { name: string; choiceOf: (name: string) => Choice | undefined }

/**
 * Merges two lists over the one that both were made from. A piece that only one of the two changed, moved, added or took
 * out is as that one left it; one that both changed differently gets what was chosen for it under its conflict's name.
 */
export function mergeLists<Piece>(
  { plain, key, text, sorted, isTaken }: ListRule<Piece>,
  base: readonly Piece[],
  stored: readonly Piece[],
  mine: readonly Piece[],
  { name: field, choiceOf }: Field,
): ListMerge<Piece[]> | null {
  const says = (piece: Piece | null) => (piece === null ? null : written(plain(piece)))
  const match = (other: readonly Piece[]) => counterparts(base, other, says, key)
  const [inStored, inMine] = [match(stored), match(mine)]
  const conflicts: ListConflict[] = []
  const decided = new Map<string, Piece>()
  const choose = (name: string, title: string, ours: Piece | null, theirs: Piece | null) => {
    const choice = choiceOf(name)
    if (choice !== undefined) return choice === "mine" ? ours : theirs
    const [mineText, storedText] = [ours, theirs].map((piece) => (piece === null ? null : text(piece)))
    conflicts.push({ name, field, title, mine: mineText ?? null, stored: storedText ?? null })
    return theirs
  }
  for (const [index, piece] of base.entries()) {
    const theirs = stored[inStored.get(index) ?? -1] ?? null
    const ours = mine[inMine.get(index) ?? -1] ?? null
    const before = says(piece)
    const kept =
      says(ours) === before || says(ours) === says(theirs)
        ? theirs
        : says(theirs) === before
          ? ours
          : choose(`${field}.${index}`, key(piece), ours, theirs)
    if (kept !== null) decided.set(idOf(index), kept)
  }
  const names = (list: readonly Piece[], found: ReadonlyMap<number, number>) => {
    const back = new Map([...found].map(([from, to]) => [to, from]))
    const added: string[] = []
    return list.map((piece, index) => {
      const from = back.get(index)
      if (from !== undefined) return idOf(from)
      added.push(key(piece))
      return `+${added.filter((one) => one === key(piece)).length} ${key(piece)}`
    })
  }
  const [storedOrder, mineOrder] = [names(stored, inStored), names(mine, inMine)]
  for (const [order, list] of [[storedOrder, stored] as const, [mineOrder, mine] as const])
    for (const [index, id] of order.entries()) {
      const piece = list[index]
      if (piece === undefined || !id.startsWith("+")) continue
      const other = decided.get(id)
      const kept =
        other === undefined || says(other) === says(piece)
          ? piece
          : choose(`${field}.+${digestOf(id)}`, key(piece), piece, other)
      if (kept !== null) decided.set(id, kept)
    }
  if (sorted) return taken([...decided.values()].toSorted(sorted))
  const moved = [isMoved(storedOrder), isMoved(mineOrder)]
  const both = [storedOrder, mineOrder].map((order) => order.filter((id) => decided.has(id)))
  const [theirOrder = [], ourOrder = []] = both
  const shared = both.map((order) => order.filter((id) => both.every((ids) => ids.includes(id))).join("\n"))
  let first: Choice = moved[1] ? "mine" : "stored"
  if (moved[0] && moved[1] && shared[0] !== shared[1]) {
    const choice = choiceOf(`${field}.order`)
    if (choice === undefined) {
      const titles = (list: readonly Piece[]) => list.map(key).join("\n")
      conflicts.push({
        name: `${field}.order`,
        field,
        title: null,
        mine: titles(mine),
        stored: titles(stored),
      })
    } else first = choice
  }
  const order = first === "mine" ? woven(ourOrder, theirOrder) : woven(theirOrder, ourOrder)
  return taken(order.flatMap((id) => decided.get(id) ?? []))

  function taken(merged: Piece[]): ListMerge<Piece[]> | null {
    return isTaken(merged) ? { merged, conflicts } : null
  }
}

const idOf = (index: number) => String(index)

/**
 * Where each piece of `base` stands in the other list: first what says the same, then what has the same key, then what
 * stands alone in the place of another between the same neighbours. What is not found was taken out.
 */
function counterparts<Piece>(
  base: readonly Piece[],
  other: readonly Piece[],
  says: (piece: Piece) => string | null,
  key: (piece: Piece) => string,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const used = new Set<number>()
  for (const sameness of [says, key])
    for (const [index, piece] of base.entries()) {
      if (found.has(index)) continue
      const place = other.findIndex((candidate, at) => !used.has(at) && sameness(candidate) === sameness(piece))
      if (place < 0) continue
      found.set(index, place)
      used.add(place)
    }
  for (let from = 0; from < base.length; from++) {
    if (found.has(from)) continue
    let to = from
    while (to < base.length && !found.has(to)) to++
    const start = from === 0 ? 0 : (found.get(from - 1) ?? -2) + 1
    const gap: number[] = []
    for (let at = start; at >= 0 && at < other.length && !used.has(at); at++) gap.push(at)
    // As many as there were: each was written anew. Otherwise nobody knows which one became which.
    if (gap.length === to - from)
      for (const [step, at] of gap.entries()) {
        found.set(from + step, at)
        used.add(at)
      }
    from = to
  }
  return found
}

/** Whether the pieces that were there before stand in another order. */
function isMoved(order: readonly string[]): boolean {
  const known = order.filter((id) => !id.startsWith("+")).map(Number)
  return known.some((place, index) => place < (known[index - 1] ?? -1))
}

/** The first order, with what only the second has behind what it stood behind there. */
function woven(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first]
  let before: string | null = null
  for (const id of second) {
    if (!order.includes(id)) {
      let at = before === null ? 0 : order.indexOf(before) + 1
      while (at < order.length && !second.includes(order[at] ?? "")) at++
      order.splice(at, 0, id)
    }
    before = id
  }
  return order
}
