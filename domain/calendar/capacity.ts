import { type Day, type Month, addMonths } from "../day.ts"

export type DayUse = {
  productId: string
  day: Day
  rented: number
  prepared: number
  inRepair: number
  outsideUnits: number
  held: number
}

export type ClosedDay = { productId: string; day: Day; reason: string | null }

export type Capacity = {
  units: number
  free: number
  busy: number
  outsideUnits: number
  closed: boolean
}

export function capacityByDay(
  products: readonly { id: string; units: number }[],
  days: readonly Day[],
  uses: readonly DayUse[],
  closed: readonly ClosedDay[],
): Map<Day, Capacity> {
  const unitsByProduct = new Map(products.map(({ id, units }) => [id, units]))
  const totalUnits = products.reduce((sum, { units }) => sum + units, 0)
  const usesByDay = groupByDay(uses)
  const closedByDay = groupByDay(closed)
  return new Map(
    days.map((day) => {
      const use = usesByDay.get(day) ?? new Map<string, DayUse>()
      const closedProducts = closedByDay.get(day) ?? new Map<string, ClosedDay>()
      const capacity: Capacity = {
        units: totalUnits,
        free: totalUnits,
        busy: 0,
        outsideUnits: 0,
        closed: products.every(({ id }) => closedProducts.has(id)),
      }
      // Visits only days with entries, so that a year of 300 products stays fast.
      for (const id of new Set([...use.keys(), ...closedProducts.keys()])) {
        const units = unitsByProduct.get(id)
        if (units === undefined) continue
        const single = productCapacity(units, use.get(id), closedProducts.has(id))
        capacity.free -= units - single.free
        capacity.busy += single.busy
        capacity.outsideUnits += Math.min(units, use.get(id)?.outsideUnits ?? 0)
      }
      return [day, capacity]
    }),
  )
}

function groupByDay<Row extends { productId: string; day: Day }>(rows: readonly Row[]): Map<Day, Map<string, Row>> {
  const days = new Map<Day, Map<string, Row>>()
  for (const row of rows) {
    const dayRows = days.get(row.day) ?? new Map<string, Row>()
    dayRows.set(row.productId, row)
    days.set(row.day, dayRows)
  }
  return days
}

/** Closing takes every unit, even one whose hold ended later (D7). */
function productCapacity(units: number, use: DayUse | undefined, closed: boolean): Pick<Capacity, "free" | "busy"> {
  const busy = Math.min(units, (use?.rented ?? 0) + (use?.prepared ?? 0))
  const occupied = busy + (use?.inRepair ?? 0) + (use?.outsideUnits ?? 0) + (use?.held ?? 0)
  return { free: closed ? 0 : Math.max(0, units - occupied), busy }
}

export function isClosedWithBookings({ busy, closed }: Pick<Capacity, "busy" | "closed">): boolean {
  return closed && busy > 0
}

type OccupancyLevel = 0 | 1 | 2 | 3 | 4

export function occupancyLevel({ units, free }: Pick<Capacity, "units" | "free">): OccupancyLevel {
  if (free >= units) return 0
  if (free <= 0) return 4
  const occupiedShare = (units - free) / units
  return occupiedShare <= 1 / 3 ? 1 : occupiedShare <= 2 / 3 ? 2 : 3
}

export function capacityLabel(capacity: Capacity): string {
  const { units, outsideUnits } = capacity
  if (outsideUnits === 0) return stockLabel(capacity)
  return units === 1 ? "pris ailleurs" : `${stockLabel(capacity)}, ${outsideUnits} pris ailleurs`
}

function stockLabel({ units, free, busy, closed }: Capacity): string {
  if (closed) return busy > 0 ? "réservé, le reste est bloqué" : "bloqué"
  if (free === 0) return "complet"
  if (units === 1) return "libre"
  return `${free} ${free > 1 ? "exemplaires libres" : "exemplaire libre"} sur ${units}`
}

export function monthsOfYear(year: number): Month[] {
  return Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
}
