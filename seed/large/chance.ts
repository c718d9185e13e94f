/** Deterministic pseudo-random numbers (mulberry32). */
export type Chance = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** Both bounds inclusive. */
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick<Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error("There is nothing to pick from")
      return item
    },
  }
}
