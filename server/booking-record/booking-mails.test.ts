import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { placeBooking } from "../bookings/place.ts"
import { placeForCustomer } from "../bookings/place-for-customer.ts"
import { db, transaction } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { siteConfig } from "../platform/schema/content.ts"
import { orderBookingMail } from "./booking-mails.ts"
import { composeMail } from "../outside/mails/compose.ts"
import { clearJobs, readMailOrders } from "../../tests/harness/jobs.ts"

async function request({ byOwner = false } = {}) {
  await db.delete(siteConfig)
  await db.insert(siteConfig).values({ companyName: "La Belle Équipe", companyEmail: "bonjour@belle.example" })
  const customer = await makeCustomer()
  const order = makeOrder((await makeProduct()).id, ["2027-06-12"])
  const owner = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
  const placed = byOwner
    ? await placeForCustomer({ actor: owner, account: customer, order, confirm: false, at: now })
    : await placeBooking({ party: ownAccountParty(customer), order, at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, customer.id))
  if (!profile) throw new Error("A customer without a profile")
  await clearJobs()
  return { booking: placed.value.booking, customer: profile }
}

describe("the mails of a booking's events", () => {
  test("an event is mailed to the customer and to the owner, each in their own words", async () => {
    const { booking, customer } = await request()
    const { ordered, customer: customerOutcome } = await transaction((tx) =>
      orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: {}, at: now }),
    )
    expect(customerOutcome).toBe("ordered")
    expect(ordered.map(({ audience }) => audience)).toEqual(["customer", "owner"])
    const mails = await readMailOrders()
    expect(mails.map(({ id, template, to }) => ({ id, template, to: to[0]?.address }))).toEqual(
      expect.arrayContaining([
        { id: ordered[0]?.id, template: "booking-requested", to: customer.email },
        { id: ordered[1]?.id, template: "booking-requested-owner", to: "bonjour@belle.example" },
      ]),
    )
  })

  test("a rolled back event is not mailed", async () => {
    const { booking } = await request()
    const undone = transaction(async (tx) => {
      await orderBookingMail(tx, { kind: "refused", bookingId: booking.id, extra: { reason: null }, at: now })
      throw new Error("Somebody was faster")
    })
    await expect(undone).rejects.toThrow("Somebody was faster")
    expect(await readMailOrders()).toEqual([])
  })

  test("a mail describes the event as it happened, whatever becomes of the booking", async () => {
    const { booking } = await request()
    await transaction((tx) =>
      orderBookingMail(tx, {
        kind: "expired",
        bookingId: booking.id,
        extra: { expiredAt: new Date("2027-05-10T08:00:00Z") },
        at: now,
      }),
    )
    await db.update(bookings).set({ productName: "Autre chose" }).where(eq(bookings.id, booking.id))
    for (const order of await readMailOrders()) {
      const { text, subject } = await composeMail(order)
      expect(text).toMatch(/lundi 10 mai 2027 à 10\sh/)
      expect(text).toContain(booking.productName)
      expect(text + subject).not.toContain("Autre chose")
    }
  })

  test("the owner gets no mail about their own act", async () => {
    const { booking } = await request({ byOwner: true })
    const outcome = await transaction((tx) =>
      orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: {}, at: now }),
    )
    expect(outcome.ordered.map(({ audience }) => audience)).toEqual(["customer"])
    const cancelled = await transaction((tx) =>
      orderBookingMail(tx, {
        kind: "cancelled",
        bookingId: booking.id,
        extra: { by: "company", reason: null, settlement: null },
        at: now,
      }),
    )
    expect(cancelled.ordered.map(({ audience }) => audience)).toEqual(["customer"])
  })

  test("the owner's mail says when the customer has no address", async () => {
    const { booking, customer } = await request()
    await db.update(profiles).set({ email: "" }).where(eq(profiles.id, customer.id))
    const outcome = await transaction((tx) =>
      orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: {}, at: now }),
    )
    expect(outcome.customer).toBe("without-mail")
    expect(outcome.ordered.map(({ audience }) => audience)).toEqual(["owner"])
    const waiting = await transaction((tx) =>
      orderBookingMail(tx, { kind: "waiting", bookingId: booking.id, extra: { since: now }, at: now }),
    )
    expect(waiting.customer).toBe("not-addressed")
  })
})

test("a demonstration booking is mailed to nobody", async () => {
  const { booking, customer } = await request()
  await db.update(profiles).set({ isExample: true }).where(eq(profiles.id, customer.id))
  expect(
    (await transaction((tx) => orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: {}, at: now })))
      .ordered,
  ).toEqual([])
  expect(await readMailOrders()).toEqual([])
})

test("an unconfirmed address receives no personal data", async () => {
  const { booking, customer } = await request()
  const evil = "http://evil.example"
  await db.update(profiles).set({ name: evil }).where(eq(profiles.id, customer.id))
  await db
    .update(bookings)
    .set({ isDelivery: true, address: { street: evil, zipCode: "94340", city: "Joinville", instructions: evil } })
    .where(eq(bookings.id, booking.id))
  await transaction((tx) => orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: {}, at: now }))
  const order = (await readMailOrders()).find(({ template }) => template === "booking-requested")
  if (!order) throw new Error("Nobody wrote to the customer")
  const { html, text, subject } = await composeMail(order)
  expect(html + text + subject).not.toContain("evil")
  expect(text).toContain("Bonjour,")
})
