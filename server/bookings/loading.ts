import { and, eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { stopId } from "../../domain/booking/route.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { db, transaction } from "../platform/database.server.ts"
import { requireAct } from "../platform/events/record.ts"
import { loadedItems } from "../platform/schema/day.ts"
import { readRoute } from "./route.ts"
import { findOwnStops } from "../booking-record/shifts.ts"

export type LoadedItem = { bookingId: BookingId; item: string }

export function listLoadedItems(day: Day): Promise<LoadedItem[]> {
  return db
    .select({ bookingId: loadedItems.bookingId, item: loadedItems.item })
    .from(loadedItems)
    .where(eq(loadedItems.day, day))
}

type Ticking = LoadedItem & { actor: Staff; day: Day; isLoaded: boolean; at?: Date }

/** No act of the journal: a box on a list is no decision. */
export async function tickLoadedItem({
  actor,
  day,
  bookingId,
  item,
  isLoaded,
  at = new Date(),
}: Ticking): Promise<Result<null, { kind: "gone" }>> {
  requireAct(actor, "booking.stop-marked")
  return transaction(async (tx) => {
    const stop = { bookingId, leg: "out" } as const
    const isOwn = await findOwnStops({ person: actor, at, comesLate: true }, tx)
    const stops = isOwn(stop) ? await readRoute(day, tx) : []
    if (!stops.some(({ id }) => id === stopId(bookingId, "out"))) return err({ kind: "gone" })
    if (isLoaded) await tx.insert(loadedItems).values({ day, bookingId, item }).onConflictDoNothing()
    else
      await tx
        .delete(loadedItems)
        .where(and(eq(loadedItems.day, day), eq(loadedItems.bookingId, bookingId), eq(loadedItems.item, item)))
    return ok(null)
  })
}
