import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { readOwnerBooking } from "../../app/admin/bookings/booking/load.server.ts"
import { placedAt, placeSignedBooking } from "../ends.ts"
import { withoutTriggers } from "../factories.ts"

test("an erased contract reads as erased, and not as waiting for its seal", async () => {
  const { booking } = await placeSignedBooking()
  const readState = async () => {
    const view = await readOwnerBooking(
      String(booking.number),
      { dialog: null, target: null, noticeDay: null, rentalEnd: null },
      placedAt,
    )
    return view?.contracts[0]
  }
  expect(await readState()).toMatchObject({ sealing: true, erased: false, files: [{ label: "Texte" }] })
  await withoutTriggers(sql`
    update contracts set content = null, booked = null, pdf_key = null, sealed_key = null, sealed_sha256 = repeat('a', 64)
    where booking_id = ${booking.id}`)
  expect(await readState()).toMatchObject({ sealing: false, erased: true, files: [] })
})
