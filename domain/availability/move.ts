import {
  type Preparation,
  intersect,
  joinTimes,
  mergePeriods,
  subtractTimes,
  withPreparation,
} from "../rental/periods.ts"
import type { TimeRange } from "../rental/rental.ts"
import { type Claim, fitClaims } from "./units.ts"

type UnitMove = { fromUnit: number; toUnit: number; times: readonly TimeRange[] }

/**
 * `own` are a rental's claims on both units; null when one of the times is not rented on `fromUnit`. Never takes more
 * time, even if the product's preparation is longer now.
 */
export function moveClaims(
  own: readonly Claim[],
  { fromUnit, toUnit, times }: UnitMove,
  preparation: Preparation,
): Claim[] | null {
  const leaving = own.flatMap(({ unit, held, rented }) => (unit === fromUnit && rented ? { held, rented } : []))
  const isRented = (time: TimeRange) => leaving.some(({ rented }) => intersect(rented, time))
  if (fromUnit === toUnit || times.length === 0 || !times.every(isRented)) return null
  const whole = own.map(({ held }) => held).reduce(joinTimes)
  const parts = leaving.flatMap(({ held, rented }) => {
    const prepare = (unit: number, part: TimeRange, bounds: TimeRange): Claim => {
      const before = part.from === rented.from ? held.from : part.from
      const after = part.until === rented.until ? held.until : part.until
      const prepared = joinTimes(withPreparation(part, preparation), { from: before, until: after })
      return { unit, rented: part, held: intersect(prepared, bounds) ?? part }
    }
    const moving = mergePeriods(times).flatMap((time) => intersect(rented, time) ?? [])
    return [
      ...subtractTimes(rented, times).map((part) => prepare(fromUnit, part, held)),
      ...moving.map((part) => prepare(toUnit, part, whole)),
    ]
  })
  return fitClaims([...own.filter(({ unit, rented }) => unit === toUnit && rented), ...parts])
}
