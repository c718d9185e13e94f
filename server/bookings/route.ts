import { and, eq, gte, lte, sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { type Leg, type Stop, type StopId, sortByRoute, stopId, orderByDistance } from "../../domain/booking/route.ts"
import type { TimeWindow } from "../../domain/clock.ts"
import type { Day } from "../../domain/day.ts"
import { bookingStops } from "../../domain/rental/rental-times.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Direction, moveInList } from "../../isomorphic/ordering.ts"
import { readHours } from "../booking-record/hours.ts"
import { addRentals } from "../booking-record/rentals.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { lockByName } from "../platform/revisions/edits.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { routeStops } from "../platform/schema/day.ts"
import type { BookingId } from "../../domain/id.ts"

type RouteStop = Stop & { bookingId: BookingId; leg: Leg; window: TimeWindow | null }

export async function readRoute(day: Day, executor: Executor = db): Promise<RouteStop[]> {
  const rows = await executor
    .select({
      id: bookings.id,
      number: bookings.number,
      isDelivery: bookings.isDelivery,
      distance: bookings.distance,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "confirmed"),
        lte(bookings.firstDay, day),
        gte(bookings.returnsOn, day),
        sql`exists (select from rentals, unnest(during) period where rentals.booking_id = ${bookings.id}
          and ${day}::date in ((lower(period) at time zone 'Europe/Paris')::date, collection_day(period)))`,
      ),
    )
  const ids = rows.map(({ id }) => id)
  const hours = await readHours(ids, executor)
  const places = await executor.select().from(routeStops).where(eq(routeStops.day, day))
  const stops = (await addRentals(rows, executor)).flatMap(({ id, rentals, number, isDelivery, distance }) =>
    bookingStops(rentals, { isDelivery, hours: hours.get(id) })
      .filter((stop) => stop.day === day)
      .map(({ leg, window }) => ({
        bookingId: id,
        id: stopId(id, leg),
        number,
        leg,
        window,
        from: window?.from ?? null,
        position: places.find((place) => place.bookingId === id && place.leg === leg)?.position ?? null,
        distance: isDelivery ? distance : 0,
      })),
  )
  // One van comes once, also where rentals have different hours.
  return sortByRoute([...new Map(stops.map((stop) => [stop.id, stop])).values()])
}

export async function moveStop(
  actor: Staff,
  { day, id, direction }: { day: Day; id: StopId; direction: Direction },
  at: Date = new Date(),
): Promise<Result<null, { kind: "gone" }>> {
  return reorderStops(actor, day, at, (stops) =>
    moveInList(
      stops.map((stop) => stop.id),
      id,
      direction,
    ),
  )
}

export async function suggestRoute(
  actor: Staff,
  day: Day,
  at: Date = new Date(),
): Promise<Result<null, { kind: "gone" }>> {
  return reorderStops(actor, day, at, (stops) => orderByDistance(stops).map(({ id }) => id))
}

async function reorderStops(
  actor: Staff,
  day: Day,
  at: Date,
  rule: (stops: RouteStop[]) => StopId[] | null,
): Promise<Result<null, { kind: "gone" }>> {
  return transaction(async (tx) => {
    await lockByName(tx, `route ${day}`)
    const stops = await readRoute(day, tx)
    const order = rule(stops)
    if (order === null) return err({ kind: "gone" })
    await saveRoute(
      tx,
      day,
      order.flatMap((id) => stops.find((stop) => stop.id === id) ?? []),
    )
    await recordEvent(tx, {
      by: actor,
      action: "route.ordered",
      subject: day,
      details: { stops: order.flatMap((id) => stops.find((stop) => stop.id === id)?.number ?? []) },
      at,
    })
    return ok(null)
  })
}

async function saveRoute(tx: Transaction, day: Day, stops: readonly RouteStop[]): Promise<void> {
  await tx.delete(routeStops).where(eq(routeStops.day, day))
  if (stops.length > 0)
    await tx.insert(routeStops).values(stops.map(({ bookingId, leg }, position) => ({ day, bookingId, leg, position })))
}
