import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeCustomer } from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { profiles, sharedAccounts, users } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { cancelOwnBooking } from "./cancel.ts"
import {
  bookingNow,
  placeConfirmedBooking,
  readContracts,
  daysHeld,
  readEnd,
  readEvents,
  readMails,
  placedAt,
  readRefunds,
  placeSignedBooking,
} from "../../tests/ends.ts"
import { previewWithdrawal, withdrawFromContract } from "./withdraw.ts"

const nextWeek = new Date("2027-05-08T09:00:00Z")

describe("a consumer who withdraws (D33)", () => {
  test("the consumer gets a full refund within 14 days, and an acknowledgement of the declaration", async () => {
    const { party, booking, customer } = await placeSignedBooking({ paid: 25_000, client: { name: "Elena Roussel" } })
    const preview = await previewWithdrawal(party, booking.id, nextWeek)
    // Signed on a Saturday: 14 days later is Saturday 15 May, and Whit Monday follows.
    expect(preview).toMatchObject({
      ok: true,
      value: {
        lastDay: "2027-05-18",
        settlement: { retained: 0, refund: 25_000 },
        refundBy: "2027-05-22",
        // Signed on paper, so no mail has proved the address.
        acknowledgement: "without-names",
      },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    const done = await withdrawFromContract(party, booking.id, nextWeek)
    expect(done).toEqual(preview)
    expect((await bookingNow(booking.id))?.status).toBe("cancelled")
    expect(await daysHeld(booking.id)).toEqual([])
    expect(await readContracts(booking.id)).toEqual(["signed"])
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "withdrawn", kept: 0, refund: 25_000, by: customer.id }])
    expect(await readRefunds(booking.id)).toMatchObject([
      { kind: "refund", reason: "withdrawn", amount: 25_000, dueOn: "2027-05-22" },
    ])
    const mails = await readMails(booking.id)
    expect(mails.map(({ template }) => template).sort()).toEqual(["withdrawal-received", "withdrawal-received-owner"])
    const acknowledgement = mails.find(({ template }) => template === "withdrawal-received")
    expect(acknowledgement?.to).toEqual([customer.email])
    // Signed on paper, so no mail has proved the address.
    expect(acknowledgement?.data.extra).toMatchObject({
      receivedAt: nextWeek.toISOString(),
      refunded: 25_000,
      addressProved: false,
    })
    expect(String(acknowledgement?.data.extra["declaration"])).toContain(`Réservation n°\u00a0${booking.number}`)
    expect(String(acknowledgement?.data.extra["declaration"])).toContain("Elena Roussel")
    expect((await readEvents(booking.id)).at(-1)).toMatchObject({
      action: "booking.withdrawn",
      actor_id: party.account.id,
    })
  })

  test("the acknowledgement contains the whole declaration only for a proven address", async () => {
    const { party, booking, customer } = await placeSignedBooking({ paid: 25_000 })
    const acknowledgement = async () => {
      const preview = await previewWithdrawal(party, booking.id, nextWeek)
      return preview.ok && preview.value.acknowledgement
    }
    expect(await acknowledgement()).toBe("without-names")
    await db.insert(users).values({ id: customer.id, name: "Elena", email: customer.email, emailVerified: true })
    expect(await acknowledgement()).toBe("whole")
    await db.update(profiles).set({ isExample: true }).where(eq(profiles.id, customer.id))
    expect(await acknowledgement()).toBe("none")
  })

  test("the consumer may withdraw until the last second, and not after", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 7_500 })
    expect(await previewWithdrawal(party, booking.id, new Date("2027-05-18T21:59:59Z"))).toMatchObject({ ok: true })
    expect(await withdrawFromContract(party, booking.id, new Date("2027-05-18T22:00:00Z"))).toMatchObject({
      ok: false,
      error: { kind: "no-right", right: { kind: "over" } },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
  })

  test("the consumer owes the performed part of an early event they had requested (L221-25)", async () => {
    const near = ["2027-05-06", "2027-05-07"] as const
    const noon = new Date("2027-05-07T10:00:00Z")
    const { party, booking } = await placeSignedBooking({ paid: 50_000, days: near })
    expect(await previewWithdrawal(party, booking.id, noon)).toMatchObject({
      ok: true,
      value: { settlement: { retained: 0, refund: 50_000 } },
    })
    await db
      .update(bookings)
      .set({ earlyPerformanceRequestedAt: placedAt, withdrawalLossAcknowledgedAt: placedAt })
      .where(eq(bookings.id, booking.id))
    expect(await withdrawFromContract(party, booking.id, noon)).toMatchObject({
      ok: true,
      value: { settlement: { retained: 37_500, refund: 12_500 } },
    })
    expect(await readRefunds(booking.id)).toMatchObject([{ amount: 12_500 }])
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "withdrawn", kept: 37_500 }])
  })

  test("the right is lost once all was performed with both ticks", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 25_000, days: ["2027-05-06"] })
    await db
      .update(bookings)
      .set({ earlyPerformanceRequestedAt: placedAt, withdrawalLossAcknowledgedAt: placedAt })
      .where(eq(bookings.id, booking.id))
    expect(await previewWithdrawal(party, booking.id, nextWeek)).toMatchObject({
      ok: false,
      error: { kind: "no-right", right: { kind: "performed" } },
    })
  })

  test("two withdrawals, or one racing a cancellation, end the booking once", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 25_000 })
    const [one, two, three] = await Promise.all([
      withdrawFromContract(party, booking.id, nextWeek),
      withdrawFromContract(party, booking.id, nextWeek),
      cancelOwnBooking(party, booking.id, { expected: { retained: 0, refund: 25_000 } }, nextWeek),
    ])
    expect([one, two, three].filter(({ ok }) => ok)).toHaveLength(1)
    expect(await readEnd(booking.id)).toHaveLength(1)
    expect((await readRefunds(booking.id)).map(({ amount }) => amount)).toEqual([25_000])
    expect(await readMails(booking.id)).toHaveLength(2)
  })
})

describe("people without the right to withdraw", () => {
  test("a business, a stranger, a grantee or an unsigned customer cannot withdraw", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 7_500 })
    const company = await placeSignedBooking({ client: { clientType: "business" } })
    expect(await previewWithdrawal(company.party, company.booking.id, nextWeek)).toMatchObject({
      ok: false,
      error: { kind: "no-right", right: { kind: "none", reason: "business" } },
    })
    const friend = await makeCustomer()
    expect(await withdrawFromContract(ownAccountParty(friend), booking.id, nextWeek)).toEqual({
      ok: false,
      error: { kind: "not-found" },
    })
    await db
      .insert(sharedAccounts)
      .values({ ownerId: party.account.id, sharedWithId: friend.id, permissions: ["view", "book"] })
    expect(
      await withdrawFromContract(
        { actor: ownAccountParty(friend).actor, account: party.account },
        booking.id,
        nextWeek,
      ),
    ).toEqual({ ok: false, error: { kind: "not-allowed" } })
    const waiting = await placeConfirmedBooking()
    expect(await withdrawFromContract(waiting.party, waiting.booking.id, placedAt)).toMatchObject({
      ok: false,
      error: { kind: "no-right", right: { kind: "not-signed" } },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
  })
})
