import type { Day } from "../day.ts"
import { type Claim, type Stock, byDayAndUnit, withPreparation } from "./units.ts"

export type UnitMove = { fromUnit: number; toUnit: number; days: readonly Day[] }

/** Never adds days to the booking, even if the product's preparation takes longer now. */
export function moveClaims(own: readonly Claim[], { fromUnit, toUnit, days }: UnitMove, stock: Stock): Claim[] | null {
  const rented = (unit: number) =>
    own.filter((claim) => claim.unit === unit && claim.role === "rental").map(({ day }) => day)
  const from = rented(fromUnit)
  if (fromUnit === toUnit || days.length === 0 || !days.every((day) => from.includes(day))) return null
  const occupied = new Set(own.map(({ unit, day }) => `${unit}/${day}`))
  const keepOccupied = (unit: number, rentedDays: readonly Day[]) =>
    withPreparation(
      rentedDays.map((day) => ({ unit, day })),
      stock,
    ).filter(({ day }) => occupied.has(`${unit}/${day}`))
  const arriving = new Map(keepOccupied(toUnit, rented(toUnit)).map((claim) => [claim.day, claim]))
  for (const claim of withPreparation(
    days.map((day) => ({ unit: toUnit, day })),
    stock,
  )) {
    if (claim.role === "rental" || !arriving.has(claim.day)) arriving.set(claim.day, claim)
  }
  const staying = keepOccupied(
    fromUnit,
    from.filter((day) => !days.includes(day)),
  )
  return [...staying, ...arriving.values()].sort(byDayAndUnit)
}
