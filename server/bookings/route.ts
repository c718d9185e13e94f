import { and, eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type Leg, type Stop, type StopId, sortByRoute, stopId, orderByDistance } from "../../domain/booking/route.ts"
import type { Day } from "../../domain/day.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Direction, moveInList } from "../../isomorphic/ordering.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { lockByName } from "../platform/revisions/edits.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { bookingHours, routeStops } from "../platform/schema/day.ts"
import type { BookingId } from "../../domain/id.ts"

export type RouteStop = Stop & { bookingId: BookingId; leg: Leg }

export async function readRoute(day: Day, executor: Executor = db): Promise<RouteStop[]> {
  const selectLeg = (leg: Leg) =>
    executor
      .select({
        bookingId: bookings.id,
        number: bookings.number,
        isDelivery: bookings.isDelivery,
        distance: bookings.distance,
        from: leg === "out" ? bookingHours.outFrom : bookingHours.backFrom,
        position: routeStops.position,
      })
      .from(bookings)
      .leftJoin(bookingHours, eq(bookingHours.bookingId, bookings.id))
      .leftJoin(
        routeStops,
        and(eq(routeStops.bookingId, bookings.id), eq(routeStops.leg, leg), eq(routeStops.day, day)),
      )
      .where(and(eq(bookings.status, "confirmed"), eq(leg === "out" ? bookings.firstDay : bookings.lastDay, day)))
  const stops = [await selectLeg("out"), await selectLeg("back")].flatMap((rows, index) => {
    const leg = index === 0 ? "out" : "back"
    return rows.map(({ isDelivery, distance, ...row }) => ({
      ...row,
      leg: leg as Leg,
      id: stopId(row.bookingId, leg),
      distance: isDelivery ? distance : 0,
    }))
  })
  return sortByRoute(stops)
}

export async function moveStop(
  actor: Administrator,
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
  actor: Administrator,
  day: Day,
  at: Date = new Date(),
): Promise<Result<null, { kind: "gone" }>> {
  return reorderStops(actor, day, at, (stops) => orderByDistance(stops).map(({ id }) => id))
}

async function reorderStops(
  actor: Administrator,
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
