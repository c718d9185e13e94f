import type { Day } from "../day.ts"
import { type Claim, type Stock, byDayAndUnit, withPreparation } from "./units.ts"

/** Days of a booking that go from one unit of its product to another. */
export type UnitMove = { fromUnit: number; toUnit: number; days: readonly Day[] }

/**
 * What a booking occupies of both units after the move, or null when it does not rent `fromUnit` on all of these
 * days. The moved days bring their preparation along; what the booking keeps elsewhere never grows, even if the
 * product takes longer to prepare now.
 */
export function moveClaims(own: readonly Claim[], { fromUnit, toUnit, days }: UnitMove, stock: Stock): Claim[] | null {
  const rented = (unit: number) =>
    own.filter((claim) => claim.unit === unit && claim.role === "rental").map(({ day }) => day)
  const from = rented(fromUnit)
  if (fromUnit === toUnit || days.length === 0 || !days.every((day) => from.includes(day))) return null
  const had = new Set(own.map(({ unit, day }) => `${unit}/${day}`))
  const kept = (unit: number, daysThere: readonly Day[]) =>
    withPreparation(
      daysThere.map((day) => ({ unit, day })),
      stock,
    ).filter(({ day }) => had.has(`${unit}/${day}`))
  const arriving = new Map(kept(toUnit, rented(toUnit)).map((claim) => [claim.day, claim]))
  for (const claim of withPreparation(
    days.map((day) => ({ unit: toUnit, day })),
    stock,
  )) {
    if (claim.role === "rental" || !arriving.has(claim.day)) arriving.set(claim.day, claim)
  }
  const staying = kept(
    fromUnit,
    from.filter((day) => !days.includes(day)),
  )
  return [...staying, ...arriving.values()].sort(byDayAndUnit)
}
