import { timeInParis } from "../clock.ts"
import { timesLabel } from "../rental/rental-times.ts"
import { type PlanStart, freeGaps } from "./calendar.ts"

export type DayPart = { word: string; shortWord: string }

/** "encore 19 h – 23 h"; null unless some of the day's starts are gone and some are left. */
export function partOfDay(starts: readonly PlanStart[]): DayPart | null {
  const gaps = freeGaps(starts)
  const [gap] = gaps
  if (!gap || starts.every(({ isFree }) => isFree)) return null
  if (gaps.length > 1) return { word: `encore ${gaps.length}\u00a0créneaux`, shortWord: `${gaps.length}\u00a0plages` }
  const [from, to] = [timeInParis(new Date(gap.from)), timeInParis(new Date(gap.until))]
  // A line may break after a dash, also before a no-break space.
  return { word: `encore ${timesLabel({ from, to }).replace("–", "–\u2060")}`, shortWord: shortTimes(from, to) }
}

function shortTimes(from: string, to: string): string {
  const [start, end] = [from, to].map((time) =>
    time.endsWith(":00") ? String(Number(time.slice(0, 2))) : time.replace(":", "h"),
  )
  return `${start}–${end}\u202fh`
}
