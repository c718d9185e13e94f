import { beforeEach, expect, test } from "vitest"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import type { OwnerBookingView } from "../../app/admin/bookings/booking/view.ts"
import { eventSentence } from "../../app/admin/bookings/record/event-sentences.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import { placeForCustomer } from "../../server/bookings/place-for-customer.ts"
import { newBookingLink } from "../../server/contracts/links.ts"
import { readLink } from "../../server/contracts/read-link.ts"
import { db, transaction } from "../../server/database.server.ts"
import { orderBookingMail } from "../../server/mail/booking-mails.ts"
import { composeMail } from "../../server/mail/compose.ts"
import { exampleData } from "../../server/mail/example-orders.ts"
import { bookingTemplates, leadsToBooking } from "../../server/mail/booking-mail-kinds.ts"
import type { MailOrder } from "../../server/mail/mails.ts"
import { wordsOf } from "../../server/mail/secrets.ts"
import { credentials, users } from "../../server/schema/accounts.ts"
import { bookingLinks } from "../../server/schema/contracts.ts"
import { administrator, read, send } from "../admin/back-office.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { promised, sent, shopWithTemplate, visit } from "./signing.ts"

let camille: Administrator
beforeEach(async () => {
  await freshDatabase()
  camille = await shopWithTemplate()
})

const later = () => new Date(Date.now() + 1000)
/** The links end by the clock of the bookings, and the back office goes by today's. */
const tomorrow = () => new Date(Date.now() + 86_400_000)

test("the owner closes every link of a booking: whoever holds one opens nothing any more (D56)", async () => {
  const { booking, secret } = await sent(camille)
  const reading = await transaction((tx) => newBookingLink(tx, booking, "read", now))
  const other = await sent(camille)
  await db.update(bookingLinks).set({ madeAt: new Date(), endsAt: tomorrow() })
  const { from } = await administrator()
  const path = `/admin/bookings/${booking.number}`
  const params = { number: String(booking.number) }
  const view = () => read<OwnerBookingView>(bookingPage, path, from, params)
  expect((await view()).openLinks).toBe(2)

  const press = () => send(bookingPage, path, { intent: "fermer-liens" }, from, params)
  expect((await press()).flash).toMatchObject({ kind: "success", title: "2 liens fermés" })
  for (const each of [secret, reading.secret])
    expect(await readLink(each, visit, later())).toMatchObject({ ok: false, error: { kind: "ended-link" } })
  expect((await readLink(other.secret, visit, later())).ok).toBe(true)

  const after = await view()
  expect(after.openLinks).toBe(0)
  const last = after.booking.events.findLast(({ action }) => action === "booking.links-closed")
  expect(last && eventSentence(last)).toBe("Liens envoyés fermés par Camille\u00a0: 2")
  expect((await press()).flash).toMatchObject({ kind: "error", title: "Aucun lien n’était ouvert" })
})

/** A booking that the owner noted, for somebody with a password or without. */
async function noted({ password = false } = {}) {
  const { id } = await makeAdministrator()
  const owner = { kind: "administrator", id, name: "Camille" } as const
  const customer = await makeCustomer()
  if (password) {
    await db.insert(users).values({ id: customer.id, name: customer.name, email: customer.email, emailVerified: true })
    await db.insert(credentials).values({ userId: customer.id, passwordHash: "x" })
  }
  const order = makeOrder((await makeProduct()).id, ["2027-06-12"])
  const placed = await placeForCustomer(owner, customer, order, { confirm: false }, now)
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

test("a mail opens the booking by its own link for who has no password, and nothing but the reading of it (D56)", async () => {
  const booking = await noted()
  const cancelled = { by: "company", reason: null, settlement: null } as const
  await transaction((tx) => orderBookingMail(tx, "cancelled", booking.id, cancelled, now))
  const mail = (await promised("send-mail")).find(({ data }) => data.template === "booking-cancelled")
  if (!mail) throw new Error("No mail was ordered")
  const { text } = await composeMail(mail.data)
  const secret = text.match(/\/signer\/([0-9a-f]{36})/)?.[1] ?? ""
  expect(text).not.toContain("/account/bookings/")
  expect(wordsOf(mail.data.data)).not.toContain(secret)
  const opened = await readLink(secret, visit, now)
  expect(opened).toMatchObject({ ok: true, value: { booking: { id: booking.id }, link: { purpose: "read" } } })
})

test("who signs in is led to their account, and no link is made", async () => {
  const booking = await noted({ password: true })
  const dayBefore = { hours: null, prepare: [] }
  await transaction((tx) => orderBookingMail(tx, "day-before", booking.id, dayBefore, now))
  const mail = (await promised("send-mail")).find(({ data }) => data.template === "day-before")
  if (!mail) throw new Error("No mail was ordered")
  const { text } = await composeMail(mail.data)
  expect(text).toContain(`/account/bookings/${booking.number}`)
  expect(text).not.toContain("/signer/")
})

/** Nothing to sign: then the mail leads to the booking. */
function withoutContract<Data extends { extra: object }>(data: Data): Data {
  return { ...data, extra: { ...data.extra, ...("contract" in data.extra && { contract: null }) } }
}

test("every mail that leads to the booking can bring a link that reads it", async () => {
  const id = "00000000-0000-4000-8000-000000000000"
  const readUrl = `https://exemple.example/signer/${"1".repeat(36)}`
  for (const [kind, { customer }] of Object.entries(bookingTemplates)) {
    if (customer === null || kind === "cart-requested") continue
    const order = {
      id,
      at: now.toISOString(),
      template: customer,
      to: [],
      data: withoutContract(exampleData[customer]),
    }
    const usual = await composeMail(order as MailOrder, { withFiles: false })
    const withLink = { ...order, data: { ...order.data, readUrl } }
    const read = await composeMail(withLink as MailOrder, { withFiles: false })
    const leads = usual.text.includes("/account/bookings/")
    expect([kind, read.text.includes(readUrl)]).toEqual([kind, leads])
    if (leads) expect([...leadsToBooking]).toContain(kind)
  }
})
