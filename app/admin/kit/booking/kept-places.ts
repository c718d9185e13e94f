/** What stands at a place of the list: still there, or answered or gone meanwhile. */
export type Place<Item> = { item: Item; gone: boolean }

/**
 * The list as it is now, with what has left it still in its place, so that nothing slides under a finger that is on its
 * way. What is new comes where the list has it, after what it follows there.
 */
export function keepPlaces<Item extends { id: string }>(
  shown: readonly Place<Item>[],
  now: readonly Item[],
): Place<Item>[] {
  const present = new Map(now.map((item) => [item.id, item]))
  const known = new Set(shown.map(({ item }) => item.id))
  const places = shown.map(({ item }) => {
    const here = present.get(item.id)
    return here ? { item: here, gone: false } : { item, gone: true }
  })
  for (const [index, item] of now.entries()) {
    if (known.has(item.id)) continue
    const before = now[index - 1]
    const after = before ? places.findIndex((place) => place.item.id === before.id) : -1
    places.splice(after + 1, 0, { item, gone: false })
  }
  return places
}
