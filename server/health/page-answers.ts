/** Whether a page was sent from the cache, or rendered for its visitor. */
export type Making = "cached" | "rendered"

const counts: Record<Making, number> = { cached: 0, rendered: 0 }

export function countPageAnswer(making: Making): void {
  counts[making] += 1
}

/** Of this process. */
export function pageAnswers(): { making: Making; count: number }[] {
  return (Object.keys(counts) as Making[]).map((making) => ({ making, count: counts[making] }))
}
