import { type Day, type Month, addMonths } from "../day.ts"

/** How many units of a product something occupies on a day: a booking, an owner's block, an outside calendar, a cart that has not ended. */
export type DayUse = {
  productId: string
  day: Day
  rented: number
  prepared: number
  blocked: number
  elsewhere: number
  held: number
}

export type ClosedDay = { productId: string; day: Day; reason: string | null }

/** What is left on a day, of one product or of several together. */
export type Room = {
  units: number
  free: number
  /** Units at a customer's, or being prepared for one. */
  busy: number
  /** Units taken elsewhere, as an outside calendar says. */
  elsewhere: number
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
  const unitsOf = new Map(products.map(({ id, units }) => [id, units]))
  const whole = products.reduce((sum, { units }) => sum + units, 0)
  const used = byDay(uses)
  const shut = byDay(closed)
  return new Map(
    days.map((day) => {
      const use = used.get(day) ?? new Map<string, DayUse>()
      const shutThen = shut.get(day) ?? new Map<string, ClosedDay>()
      const room: Room = {
        units: whole,
        free: whole,
        busy: 0,
        elsewhere: 0,
        closed: products.every(({ id }) => shutThen.has(id)),
      }
      // Only what something is known of differs from the whole: a year of three hundred products is counted in no time.
      for (const id of new Set([...use.keys(), ...shutThen.keys()])) {
        const units = unitsOf.get(id)
        if (units === undefined) continue
        const own = roomOf(units, use.get(id), shutThen.has(id))
        room.free -= units - own.free
        room.busy += own.busy
        room.elsewhere += Math.min(units, use.get(id)?.elsewhere ?? 0)
      }
      return [day, room]
    }),
  )
}

function byDay<Row extends { productId: string; day: Day }>(rows: readonly Row[]): Map<Day, Map<string, Row>> {
  const days = new Map<Day, Map<string, Row>>()
  for (const row of rows) {
    const known = days.get(row.day) ?? new Map<string, Row>()
    known.set(row.productId, row)
    days.set(row.day, known)
  }
  return days
}

/** A closed day takes every unit, also one whose hold ended after it was closed (D7). */
function roomOf(units: number, use: DayUse | undefined, closed: boolean): Pick<Room, "free" | "busy"> {
  const busy = Math.min(units, (use?.rented ?? 0) + (use?.prepared ?? 0))
  const taken = busy + (use?.blocked ?? 0) + (use?.elsewhere ?? 0) + (use?.held ?? 0)
  return { free: closed ? 0 : Math.max(0, units - taken), busy }
}

/** Closed around something that is booked: that shows through, whatever was closed (D7). */
export function isClosedAroundBookings({ busy, closed }: Pick<Room, "busy" | "closed">): boolean {
  return closed && busy > 0
}

/** From 0, all is free, to 4, nothing is; the three between say how much is taken. */
export type Shade = 0 | 1 | 2 | 3 | 4

export function shadeOf({ units, free }: Pick<Room, "units" | "free">): Shade {
  if (free >= units) return 0
  if (free <= 0) return 4
  const taken = (units - free) / units
  return taken <= 1 / 3 ? 1 : taken <= 2 / 3 ? 2 : 3
}

/** "libre", "2 exemplaires libres sur 3", "complet, 1 pris ailleurs", "bloqué", "réservé, le reste est bloqué". */
export function roomLabel(room: Room): string {
  const { units, elsewhere } = room
  if (elsewhere === 0) return ownLabel(room)
  return units === 1 ? "pris ailleurs" : `${ownLabel(room)}, ${elsewhere} pris ailleurs`
}

function ownLabel({ units, free, busy, closed }: Room): string {
  if (closed) return busy > 0 ? "réservé, le reste est bloqué" : "bloqué"
  if (free === 0) return "complet"
  if (units === 1) return "libre"
  return `${free} ${free > 1 ? "exemplaires libres" : "exemplaire libre"} sur ${units}`
}

export function monthsOf(year: number): Month[] {
  return Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
}
