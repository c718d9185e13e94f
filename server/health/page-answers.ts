/** How an answer of a page, or of its data, came to be: as it was kept, filled in (decision 77), or rendered for it alone. */
export type Making = "kept" | "filled" | "rendered"

const counts: Record<Making, number> = { kept: 0, filled: 0, rendered: 0 }

export function countPageAnswer(making: Making): void {
  counts[making] += 1
}

/** Of this process. */
export function pageAnswers(): { making: Making; count: number }[] {
  return (Object.keys(counts) as Making[]).map((making) => ({ making, count: counts[making] }))
}
