export type Place<Item> = { item: Item; isGone: boolean }

/**
 * Keeps removed items in place, so that no button moves under the pointer. Inserts new ones after their predecessor.
 */
export function mergePlaces<Item extends { id: string }>(
  previous: readonly Place<Item>[],
  items: readonly Item[],
): Place<Item>[] {
  const present = new Map(items.map((item) => [item.id, item]))
  const previousIds = new Set(previous.map(({ item }) => item.id))
  const places = previous.map(({ item }) => {
    const current = present.get(item.id)
    return current ? { item: current, isGone: false } : { item, isGone: true }
  })
  for (const [index, item] of items.entries()) {
    if (previousIds.has(item.id)) continue
    const before = items[index - 1]
    const after = before ? places.findIndex((place) => place.item.id === before.id) : -1
    places.splice(after + 1, 0, { item, isGone: false })
  }
  return places
}
