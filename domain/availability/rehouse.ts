import { overlaps } from "../rental/periods.ts"
import type { TimeRange } from "../rental/rental.ts"
import type { BusyTime } from "./units.ts"

/** Each stay, in this order, takes the lowest of these units that is free throughout; null when none is. */
export function assignUnits<Stay extends TimeRange>(
  stays: readonly Stay[],
  units: readonly number[],
  occupied: readonly BusyTime[],
): { stay: Stay; unit: number | null }[] {
  const taken = [...occupied]
  return stays.map((stay) => {
    const unit = units.find((each) => !taken.some((time) => time.unit === each && overlaps(time, stay))) ?? null
    if (unit !== null) taken.push({ unit, from: stay.from, until: stay.until })
    return { stay, unit }
  })
}
