import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { placeConfirmedBooking, placedAt } from "../../../tests/ends.ts"
import { findBookingLinkFor, revokeBookingLinks } from "../../access/capability-links.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { createPayLink } from "./create-pay-link.ts"

test("a payment link is the same all day, however often it is requested, until the owner closes it", async () => {
  const { booking } = await placeConfirmedBooking()
  const made = await Promise.all(Array.from({ length: 8 }, () => createPayLink(booking, placedAt)))
  expect(new Set(made).size).toBe(1)
  const [secret = ""] = made
  expect(await findBookingLinkFor("pay", secret, placedAt)).toMatchObject({
    ok: true,
    value: { bookingId: booking.id },
  })
  const { rows } = await db.execute(sql`select from booking_links where booking_id = ${booking.id} and purpose = 'pay'`)
  expect(rows).toHaveLength(1)
  expect(await createPayLink(booking, new Date(placedAt.getTime() + 86_400_000))).not.toBe(secret)

  await transaction((tx) => revokeBookingLinks(tx, booking.id, placedAt))
  const other = await createPayLink(booking, placedAt)
  expect(other).not.toBe(secret)
  expect(await findBookingLinkFor("pay", other, placedAt)).toMatchObject({ ok: true })
  expect(await findBookingLinkFor("pay", secret, placedAt)).toMatchObject({ error: { kind: "ended-link" } })
})
