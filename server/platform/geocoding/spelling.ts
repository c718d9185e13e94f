/** Damerau distance (optimal string alignment), at most `max + 1`. */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let min = row
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
      min = Math.min(min, cost)
    }
    if (min > max) return max + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length] ?? 0, max + 1)
}

export function closestSpelling<Named extends { key: string }>(
  named: readonly Named[],
  key: string,
  max: number,
): Named[] {
  let best: Named[] = []
  let min = max
  for (const candidate of named) {
    const mistakes = editDistance(candidate.key, key, min)
    if (mistakes > min) continue
    if (mistakes < min) best = []
    min = mistakes
    best.push(candidate)
  }
  return best
}
