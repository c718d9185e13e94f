import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { readOwnerBooking } from "../../app/admin/bookings/booking/load.server.ts"
import { placedAt, signed } from "../ends.ts"
import { withoutTriggers } from "../factories.ts"

test("a contract whose years are over is said to be erased, and not to be waiting for its seal", async () => {
  const { booking } = await signed()
  const shown = async () => {
    const view = await readOwnerBooking(String(booking.number), { question: null, about: null, on: null }, placedAt)
    return view?.contracts[0]
  }
  expect(await shown()).toMatchObject({ sealing: true, erased: false, files: [{ label: "Texte" }] })
  await withoutTriggers(sql`
    update contracts set content = null, booked = null, pdf_key = null, sealed_key = null, sealed_sha256 = repeat('a', 64)
    where booking_id = ${booking.id}`)
  expect(await shown()).toMatchObject({ sealing: false, erased: true, files: [] })
})
