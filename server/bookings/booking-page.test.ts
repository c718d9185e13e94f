import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { readBookingTimeline } from "../booking-record/timeline.ts"
import { withRentals } from "../booking-record/rentals.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { makeCustomer, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import {
  makeConfirmedBooking,
  contractAt,
  signingForm,
  hours,
  minutes,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { signContract } from "../contracts/sign.ts"
import { db } from "../platform/database.server.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { payments } from "../platform/schema/money.ts"
import { type BookingAccess, findAccessibleBooking, readBookingPage } from "./booking-page.ts"
import { cancelOwnBooking, previewCancellation } from "./cancel.ts"
import { listCustomerBookings } from "../booking-record/queries.ts"
import { requestDates } from "./request-dates.ts"

beforeEach(freshDatabase)

const requireBooking = async (id: BookingId) => {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!row) throw new Error("There is no such booking")
  return row
}
const pageAt = async (id: BookingId, at: Date) => readBookingPage(await withRentals(await requireBooking(id)), at)

test("a booking is visible to its customer and to grantees, and does not exist for all others (D55)", async () => {
  const { elena, booking } = await makeConfirmedBooking(await shopWithTemplate())
  expect(await listCustomerBookings(elena.id, now)).toMatchObject([{ hasContract: false }])
  const stranger = await makeCustomer()
  const grants: [BookingAccess, ("view" | "book")[]][] = [
    ["view", ["view"]],
    ["book", ["book"]],
    ["book", ["view", "book"]],
  ]
  expect((await findAccessibleBooking(elena, booking.number))?.access).toBe("owner")
  expect(await findAccessibleBooking(stranger, booking.number)).toBeNull()
  expect(await findAccessibleBooking(elena, booking.number + 1)).toBeNull()
  for (const [access, permissions] of grants) {
    const friend = await makeCustomer()
    await db.insert(sharedAccounts).values({ ownerId: elena.id, sharedWithId: friend.id, permissions })
    const accessible = await findAccessibleBooking(friend, booking.number)
    expect(accessible?.access).toBe(access)
    expect(accessible?.party).toMatchObject({ actor: { id: friend.id }, account: { id: elena.id } })
  }
})

test("a grantee's rights to a booking end with its confirmation (D55)", async () => {
  const { elena, booking } = await makeConfirmedBooking(await shopWithTemplate())
  const friend = await makeCustomer()
  await db.insert(sharedAccounts).values({ ownerId: elena.id, sharedWithId: friend.id, permissions: ["book"] })
  const accessible = await findAccessibleBooking(friend, booking.number)
  if (!accessible) throw new Error("The friend sees nothing")
  expect(await previewCancellation(accessible.party, booking.id, now)).toMatchObject({ error: { kind: "not-allowed" } })
})

test("the page reads the contract, the amounts due and the payments from the shared rows", async () => {
  const { elena, booking, contract, secret } = await makeSentContract(await shopWithTemplate())
  expect((await pageAt(booking.id, minutes(1))).journey.next).toMatchObject({
    kind: "sign",
    until: hours(48, minutes(0.5)),
  })
  const signed = await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))
  expect(signed.ok).toBe(true)
  expect((await pageAt(booking.id, hours(2))).journey.next).toMatchObject({ kind: "pay", amount: 7_500, dueOn: null })
  await db
    .insert(payments)
    .values({ bookingId: booking.id, means: "transfer", amount: 7_500, receivedOn: "2027-05-01" })
  const page = await pageAt(booking.id, hours(3))
  expect(page.paid).toBe(7_500)
  expect(page.journey.next).toMatchObject({ kind: "pay", amount: 17_500, dueOn: "2027-06-05" })
  expect((await readBookingTimeline(booking.id)).map(({ action }) => action)).toContain("booking.contract-signed")
  expect((await contractAt(booking.id, 1)).status).toBe("signed")
  expect(await listCustomerBookings(elena.id, hours(3))).toMatchObject([{ number: booking.number, hasContract: true }])
})

test("a contract past its deadline has ended the booking for every reader, before any job has run (D12)", async () => {
  const { booking } = await makeSentContract(await shopWithTemplate())
  expect((await pageAt(booking.id, hours(49))).journey.next).toMatchObject({ kind: "ended", how: "unsigned" })
  expect((await requireBooking(booking.id)).status).toBe("confirmed")
})

test("an ended booking shows its refund and its date, and the request for other days is closed", async () => {
  const { elena, booking, contract, secret } = await makeSentContract(await shopWithTemplate())
  const accessible = await findAccessibleBooking(elena, booking.number)
  if (!accessible) throw new Error("Nothing is seen")
  await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))
  await db
    .insert(payments)
    .values({ bookingId: booking.id, means: "transfer", amount: 25_000, receivedOn: "2027-05-01" })
  const days: Day[] = ["2027-06-19"]
  expect((await requestDates(accessible.party, booking.id, { days, note: "" }, hours(2))).ok).toBe(true)
  expect((await pageAt(booking.id, hours(2))).journey.next).toEqual({ kind: "wait-for-dates" })

  const preview = await previewCancellation(accessible.party, booking.id, hours(3))
  if (!preview.ok) throw new Error(preview.error.kind)
  const { retained, refund } = preview.value.settlement
  expect((await cancelOwnBooking(accessible.party, booking.id, { expected: { retained, refund } }, hours(3))).ok).toBe(
    true,
  )
  const { end, journey, dateChanges } = await pageAt(booking.id, hours(4))
  expect(journey.next).toEqual({ kind: "ended", how: "cancelled_by_customer", at: hours(3) })
  expect(end).toMatchObject({ retained, refund, refundBy: refund > 0 ? "2027-05-15" : null, refunded: false })
  expect(dateChanges.map(({ status }) => status)).toEqual(["withdrawn"])
})
