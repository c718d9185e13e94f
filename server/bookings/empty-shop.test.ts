import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { BookingId } from "../../domain/id.ts"
import { invoicingCompany, owner, pay, placeConfirmedBooking, placeSignedBooking } from "../../tests/ends.ts"
import { makeAccountHolder } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { makeSentQuote } from "../../tests/sent-quotes.ts"
import { checkTakings } from "../money/finance/takings/check.ts"
import { issueDueInvoices } from "../money/invoicing/issue.ts"
import { decideDemoSession } from "../money/payments/demo.ts"
import { openCardPayment } from "../money/payments/open-card-payment.ts"
import { settleCardPayment } from "../money/payments/settle-card-payment.ts"
import { setHours } from "../booking-record/hours.ts"
import { db, transaction } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { readJournal } from "../reports/journal/entries.ts"
import { emptyShop, readEmptying } from "./empty-shop.ts"

beforeEach(async () => {
  await freshDatabase()
  await invoicingCompany()
})

const at = new Date("2027-05-01T10:00:00Z")
const everything = { person: null, matters: [], actions: [], from: null, until: null, subject: null, search: "" }

async function empty(backUp: (file: string) => Promise<unknown> = async () => null, companyName = "La Belle Équipe ") {
  return emptyShop({ actor: await owner(), companyName, at, backUp })
}

/** Signed by an administrator on trial, and paid in play money. */
async function tryBooking(): Promise<BookingId> {
  const { booking, customer } = await placeSignedBooking()
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.id, customer.id))
  const opened = await openCardPayment(booking.id, { expectedAmount: 7500 }, at)
  if (!opened.ok) throw new Error(opened.error.kind)
  await decideDemoSession(opened.value.sessionId ?? "", "pay")
  await settleCardPayment(opened.value.id, { at })
  await transaction((tx) => issueDueInvoices(tx, booking.id, at))
  return booking.id
}

test("what was tried goes, the archive is written first, and no number is used again (D73)", async () => {
  const tried = await tryBooking()
  await placeConfirmedBooking()
  await makeSentQuote()
  await db.execute(
    sql`insert into contact_messages (name, email, message) values ('Ada', 'ada@exemple.example', 'Bonjour')`,
  )
  const { id: holder } = await makeAccountHolder()
  const last = await db.$count(bookings)
  const before = await readEmptying()
  expect(before).toMatchObject({ obstacle: null, counts: { quotes: 1, messages: 1 } })
  let bookingsInArchive = 0
  const emptied = await empty(async () => (bookingsInArchive = await db.$count(bookings)))
  expect(emptied).toEqual({
    ok: true,
    value: { archive: "avant-ouverture-20270501100000.tar.gz", counts: before.counts },
  })
  expect(bookingsInArchive).toBe(last)
  const none = { bookings: 0, quotes: 0, carts: 0, leads: 0, messages: 0, customers: 0 }
  expect((await readEmptying()).counts).toEqual(none)
  expect(await db.$count(profiles, eq(profiles.id, holder))).toBe(1)
  expect((await db.execute(sql`select count(*) from products`)).rows).not.toEqual([{ count: 0 }])
  expect(await checkTakings(at)).toMatchObject({ findings: [] })
  const { entries } = await readJournal(everything, { before: null, after: null })
  expect(entries[0]).toMatchObject({ action: "site.emptied", details: { bookings: before.counts.bookings } })
  expect(entries.map(({ bookingId }) => bookingId)).toContain(tried)
  const { booking } = await placeConfirmedBooking()
  expect(booking.number).toBeGreaterThan(last)
  await expect(db.delete(contracts)).rejects.toThrow()
})

test("a shop with real money, a real invoice or a customer's signature cannot be emptied", async () => {
  const { booking } = await placeSignedBooking()
  expect(await empty()).toEqual({ ok: false, error: { kind: "too-late", obstacle: "signature" } })
  await pay(booking.id, 5000)
  expect(await empty()).toEqual({ ok: false, error: { kind: "too-late", obstacle: "payment" } })
  expect(await db.$count(bookings)).toBe(1)
})

test("what comes or changes while the archive is written is not removed unread", async () => {
  const tried = await tryBooking()
  expect(await empty(() => placeConfirmedBooking())).toEqual({ ok: false, error: { kind: "changed" } })
  const actor = await owner()
  const agree = (id: BookingId) =>
    setHours({ actor, bookingId: id, typed: { out: { from: "14:00", to: "15:00" }, back: null }, at })
  expect(await empty(() => agree(tried))).toEqual({ ok: false, error: { kind: "changed" } })
  expect(await empty(() => placeSignedBooking())).toMatchObject({ error: { kind: "too-late", obstacle: "signature" } })
  expect(await db.$count(bookings)).toBe(3)
  await expect(db.delete(contracts)).rejects.toThrow()
})

test("the shop's name confirms, and only an administrator empties", async () => {
  await tryBooking()
  expect(await empty(undefined, "Une autre")).toEqual({ ok: false, error: { kind: "wrong-name" } })
  const manager = { ...(await owner()), staffRole: "manager" as const }
  await expect(
    emptyShop({ actor: manager, companyName: "La Belle Équipe", at, backUp: () => Promise.reject(new Error("early")) }),
  ).rejects.toThrow("site.emptied")
  expect(await db.$count(bookings)).toBe(1)
})
