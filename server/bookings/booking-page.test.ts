import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { BookingId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { makeCustomer, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import {
  confirmed,
  contractAt,
  formOf,
  hours,
  minutes,
  sent,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { signContract } from "../contracts/sign.ts"
import { db } from "../platform/database.server.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { payments } from "../platform/schema/money.ts"
import { type BookingAccess, bookingSeenBy, readBookingPage } from "./booking-page.ts"
import { cancelOwnBooking, previewCancellation } from "./cancel.ts"
import { bookingsOfCustomer } from "../booking-record/queries.ts"
import { askForDates } from "./date-change.ts"

beforeEach(freshDatabase)

const rowOf = async (id: BookingId) => {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!row) throw new Error("There is no such booking")
  return row
}
const pageAt = async (id: BookingId, at: Date) => readBookingPage(await rowOf(id), at)

test("A booking is seen by its customer and by who was given a grant; to all others there is none (D55)", async () => {
  const { elena, booking } = await confirmed(await shopWithTemplate())
  expect(await bookingsOfCustomer(elena.id, now)).toMatchObject([{ hasContract: false }])
  const stranger = await makeCustomer()
  const grants: [BookingAccess, ("view" | "book")[]][] = [
    ["view", ["view"]],
    ["book", ["book"]],
    ["book", ["view", "book"]],
  ]
  expect((await bookingSeenBy(elena, booking.number))?.access).toBe("owner")
  expect(await bookingSeenBy(stranger, booking.number)).toBeNull()
  expect(await bookingSeenBy(elena, booking.number + 1)).toBeNull()
  for (const [access, permissions] of grants) {
    const friend = await makeCustomer()
    await db.insert(sharedAccounts).values({ ownerId: elena.id, sharedWithId: friend.id, permissions })
    const seen = await bookingSeenBy(friend, booking.number)
    expect(seen?.access).toBe(access)
    expect(seen?.party).toMatchObject({ actor: { id: friend.id }, account: { id: elena.id } })
  }
})

test("What a friend may do with a booking ends with its confirmation (D55)", async () => {
  const { elena, booking } = await confirmed(await shopWithTemplate())
  const friend = await makeCustomer()
  await db.insert(sharedAccounts).values({ ownerId: elena.id, sharedWithId: friend.id, permissions: ["book"] })
  const seen = await bookingSeenBy(friend, booking.number)
  if (!seen) throw new Error("The friend sees nothing")
  expect(await previewCancellation(seen.party, booking.id, now)).toMatchObject({ error: { kind: "not-allowed" } })
})

test("The page tells the contract, what is due and what came in, from the same rows as everything else", async () => {
  const { elena, booking, contract, secret } = await sent(await shopWithTemplate())
  expect((await pageAt(booking.id, minutes(1))).journey.next).toMatchObject({
    kind: "sign",
    until: hours(48, minutes(0.5)),
  })
  const signed = await signContract({ by: "link", secret }, formOf(contract), visit, hours(1))
  expect(signed.ok).toBe(true)
  expect((await pageAt(booking.id, hours(2))).journey.next).toMatchObject({ kind: "pay", amount: 7_500, dueOn: null })
  await db
    .insert(payments)
    .values({ bookingId: booking.id, means: "transfer", amount: 7_500, receivedOn: "2027-05-01" })
  const page = await pageAt(booking.id, hours(3))
  expect(page.paid).toBe(7_500)
  expect(page.journey.next).toMatchObject({ kind: "pay", amount: 17_500, dueOn: "2027-06-05" })
  expect(page.events.map(({ action }) => action)).toContain("booking.contract-signed")
  expect((await contractAt(booking.id, 1)).status).toBe("signed")
  expect(await bookingsOfCustomer(elena.id, hours(3))).toMatchObject([{ number: booking.number, hasContract: true }])
})

test("A contract past its deadline has ended the booking for whoever reads, before any job has run (D12)", async () => {
  const { booking } = await sent(await shopWithTemplate())
  expect((await pageAt(booking.id, hours(49))).journey.next).toMatchObject({ kind: "ended", how: "unsigned" })
  expect((await rowOf(booking.id)).status).toBe("confirmed")
})

test("The end is told with what goes back and by when, and with it the wish for other days is closed", async () => {
  const { elena, booking, contract, secret } = await sent(await shopWithTemplate())
  const seen = await bookingSeenBy(elena, booking.number)
  if (!seen) throw new Error("Nothing is seen")
  await signContract({ by: "link", secret }, formOf(contract), visit, hours(1))
  await db
    .insert(payments)
    .values({ bookingId: booking.id, means: "transfer", amount: 25_000, receivedOn: "2027-05-01" })
  const days: Day[] = ["2027-06-19"]
  expect((await askForDates(seen.party, booking.id, { days, note: "" }, hours(2))).ok).toBe(true)
  expect((await pageAt(booking.id, hours(2))).journey.next).toEqual({ kind: "wait-for-dates" })

  const preview = await previewCancellation(seen.party, booking.id, hours(3))
  if (!preview.ok) throw new Error(preview.error.kind)
  const { kept, refund } = preview.value.settlement
  expect((await cancelOwnBooking(seen.party, booking.id, { shown: { kept, refund } }, hours(3))).ok).toBe(true)
  const { end, journey, dateChanges } = await pageAt(booking.id, hours(4))
  expect(journey.next).toEqual({ kind: "ended", how: "cancelled_by_customer", at: hours(3) })
  expect(end).toMatchObject({ kept, refund, refundBy: refund > 0 ? "2027-05-15" : null, refunded: false })
  expect(dateChanges.map(({ status }) => status)).toEqual(["withdrawn"])
})
