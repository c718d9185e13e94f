import { type Day, type Month, addMonths } from "../day.ts"

/** How many units of a product something occupies on a day: a booking, an owner's block, a cart that has not ended. */
export type DayUse = { productId: string; day: Day; rented: number; prepared: number; blocked: number; held: number }

export type ClosedDay = { productId: string; day: Day; reason: string | null }

/** What is left on a day, of one product or of several together. */
export type Room = {
  units: number
  free: number
  /** Units at a customer's, or being prepared for one. */
  busy: number
  /** True when the owner has closed all of it that no booking has. */
  closed: boolean
}

/** A day that nothing is known of is free as a whole. */
export function roomOfDays(
  products: readonly { id: string; units: number }[],
  days: readonly Day[],
  uses: readonly DayUse[],
  closed: readonly ClosedDay[],
): Map<Day, Room> {
  const use = new Map(uses.map((each) => [`${each.productId}/${each.day}`, each]))
  const shut = new Set(closed.map(({ productId, day }) => `${productId}/${day}`))
  return new Map(
    days.map((day) => {
      const rooms = products.map(({ id, units }) => roomOf(units, use.get(`${id}/${day}`), shut.has(`${id}/${day}`)))
      return [day, rooms.reduce(together, nothing)]
    }),
  )
}

const nothing: Room = { units: 0, free: 0, busy: 0, closed: true }

function together(one: Room, other: Room): Room {
  return { units: one.units + other.units, free: one.free + other.free, busy: one.busy + other.busy, closed: one.closed && other.closed }
}

/** A closed day takes every unit, also one whose hold ended after it was closed (D7). */
function roomOf(units: number, use: DayUse | undefined, closed: boolean): Room {
  const busy = Math.min(units, (use?.rented ?? 0) + (use?.prepared ?? 0))
  const taken = busy + (use?.blocked ?? 0) + (use?.held ?? 0)
  return { units, free: closed ? 0 : Math.max(0, units - taken), busy, closed }
}

/** From 0, all is free, to 4, nothing is; the three between say how much is taken. */
export type Shade = 0 | 1 | 2 | 3 | 4

export function shadeOf({ units, free }: Pick<Room, "units" | "free">): Shade {
  if (units === 0 || free >= units) return 0
  if (free <= 0) return 4
  const taken = (units - free) / units
  return taken <= 1 / 3 ? 1 : taken <= 2 / 3 ? 2 : 3
}

/** "libre", "2 exemplaires libres sur 3", "complet", "bloqué", "bloqué, sauf ce qui est réservé". */
export function roomWords({ units, free, busy, closed }: Room): string {
  if (closed) return busy > 0 ? "bloqué, sauf ce qui est réservé" : "bloqué"
  if (free === 0) return "complet"
  if (units === 1) return "libre"
  return `${free} ${free > 1 ? "exemplaires libres" : "exemplaire libre"} sur ${units}`
}

export function monthsOf(year: number): Month[] {
  return Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
}
