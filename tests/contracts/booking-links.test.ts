import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import type { OwnerBookingView } from "../../app/admin/bookings/booking/view.ts"
import { eventSentence } from "../../app/admin/bookings/record/event-sentences.ts"
import { accountBookingPaths } from "../../app/site/account/booking/paths.ts"
import * as linkPage from "../../app/site/account/booking/link/route.tsx"
import { readBookingView } from "../../app/site/account/booking/load.server.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { placeForCustomer } from "../../server/bookings/place-for-customer.ts"
import { createBookingLink } from "../../server/access/capability-links.ts"
import type { Contract } from "../../server/contracts/versions.ts"
import { readLink } from "../../server/contracts/read-link.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { db, transaction } from "../../server/platform/database.server.ts"
import { orderBookingMail } from "../../server/booking-record/booking-mails.ts"
import { composeMail } from "../../server/outside/mails/compose.ts"
import { exampleData } from "../../server/outside/mails/example-data.ts"
import { bookingTemplates, leadsToBooking } from "../../server/platform/mail/booking-mail-kinds.ts"
import type { MailOrder } from "../../server/platform/mail/mails.ts"
import { searchableText } from "../../server/platform/mail/secrets.ts"
import { credentials, users } from "../../server/platform/schema/accounts.ts"
import { contracts } from "../../server/platform/schema/bookings.ts"
import { bookingLinks } from "../../server/platform/schema/contracts.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { administrator, read, send } from "../admin/back-office.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { linksIn, elementIn, renderPage } from "../harness/page.ts"
import { signingForm, queuedJobs, makeSentContract, shopWithTemplate, visit } from "./signing.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  camille = await shopWithTemplate()
})

const later = () => new Date(Date.now() + 1000)
const tomorrow = () => new Date(Date.now() + 86_400_000)

test("closing every link of a booking leaves none that opens anything (D56)", async () => {
  const { booking, secret } = await makeSentContract(camille)
  const reading = await transaction((tx) => createBookingLink(tx, { booking, purpose: "read", at: now }))
  const other = await makeSentContract(camille)
  await db.update(bookingLinks).set({ madeAt: new Date(), endsAt: tomorrow() })
  const { from } = await administrator()
  const path = `/admin/bookings/${booking.number}`
  const params = { number: String(booking.number) }
  const view = () => read<OwnerBookingView>(bookingPage, path, from, params)
  expect((await view()).openLinks).toBe(2)

  const press = () => send(bookingPage, { path, fields: { intent: "fermer-liens" }, from, params })
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

const openBy = (secret: string, query = "") =>
  renderPage(linkPage, requestFrom({ path: `/signer/${secret}${query}` }), { secret })

async function signBy(secret: string, contract: Contract): Promise<number> {
  const { ticks: _ticks, signature: _signature, ...form } = signingForm(contract)
  const fields = { ...form, intent: "signer", kind: "typed", typed: "Elena", terms: "oui", early: "oui", loss: "oui" }
  const request = postRequest(`/signer/${secret}`, { ...fields, termsVersion: "" })
  const answer = await linkPage.action((await routeArgs(request, { secret })) as never)
  return (answer as { init: { status: number } }).init.status
}

test("an expired link opens and signs nothing, says so, and leads to the account (D56)", async () => {
  const { contract, secret } = await makeSentContract(camille)
  const [yesterday, before] = [1, 2].map((days) => new Date(Date.now() - days * 86_400_000))
  await db.update(bookingLinks).set({ madeAt: before, endsAt: tomorrow() })
  expect((await openBy(secret)).status).toBe(200)

  for (const ended of [{ endsAt: yesterday }, { endsAt: tomorrow(), revokedAt: new Date() }]) {
    await db.update(bookingLinks).set(ended)
    const { status, html, words } = await openBy(secret)
    expect(status).toBe(410)
    expect(words).toContain("Ce lien ne sert plus")
    expect(linksIn(elementIn(html, "main"))).toContainEqual([
      "Ouvrir mon compte",
      expect.stringMatching(/^\/(account|connexion)/),
    ])
    expect(await signBy(secret, contract)).toBe(409)
  }
  expect(await db.$count(contracts, eq(contracts.status, "signed"))).toBe(0)
})

test("an unknown or read-only link says so and signs nothing, and another booking's opens its own (D56)", async () => {
  const [own, other] = [await makeSentContract(camille), await makeSentContract(camille, {}, ["2027-07-12"])]
  const reading = await transaction((tx) => createBookingLink(tx, { booking: own.booking, purpose: "read", at: now }))
  await db.update(bookingLinks).set({ madeAt: new Date(), endsAt: tomorrow() })

  const unknown = "0".repeat(36)
  const incomplete = await openBy(unknown)
  expect(incomplete.words).toContain("Ce lien n’est pas complet")
  expect(incomplete.words).not.toContain(unknown)
  expect(await signBy(unknown, own.contract)).toBe(409)

  const toRead = await openBy(reading.secret)
  expect(toRead.words).toContain("Signez votre contrat")
  expect(toRead.words).not.toContain("Lire et signer")
  expect(await signBy(reading.secret, own.contract)).toBe(409)

  expect((await openBy(other.secret, "?vue=reservation")).words).toContain(`Réservation n° ${other.booking.number}`)
  expect(await signBy(other.secret, own.contract)).toBe(422)
  expect(await db.$count(contracts, eq(contracts.status, "signed"))).toBe(0)
})

test("an expired request reads as closed before any job has recorded it (D12)", async () => {
  const elena = await makeCustomer()
  const placed = await placeBooking({
    party: ownAccountParty(elena),
    order: makeOrder((await makeProduct()).id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { booking } = placed.value
  const { expiresAt } = booking
  if (!expiresAt) throw new Error("The request has no end")
  const addresses = accountBookingPaths(booking.number)
  const readView = (at: Date) =>
    readBookingView(booking, { party: ownAccountParty(elena), access: "owner", paths: addresses, at })
  expect((await readView(new Date(expiresAt.getTime() - 1))).journey.next.kind).toBe("wait-for-answer")
  const view = await readView(expiresAt)
  expect(view).toMatchObject({
    status: "refused",
    journey: { next: { kind: "ended", how: "expired", at: expiresAt } },
    acts: { sign: null, pay: null, cancel: null, withdraw: null, requestDates: null },
  })
})

/** A booking made by the owner. */
async function makeOwnerBooking({ password = false } = {}) {
  const { id } = await makeAdministrator()
  const owner = { kind: "administrator", id, name: "Camille" } as const
  const customer = await makeCustomer()
  if (password) {
    await db.insert(users).values({ id: customer.id, name: customer.name, email: customer.email, emailVerified: true })
    await db.insert(credentials).values({ userId: customer.id, passwordHash: "x" })
  }
  const order = makeOrder((await makeProduct()).id, ["2027-06-12"])
  const placed = await placeForCustomer({ actor: owner, account: customer, order, confirm: false, at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

test("a mail opens the booking through a read-only link for customers without a password (D56)", async () => {
  const booking = await makeOwnerBooking()
  const cancelled = { by: "company", reason: null, settlement: null } as const
  await transaction((tx) =>
    orderBookingMail(tx, { kind: "cancelled", bookingId: booking.id, extra: cancelled, at: now }),
  )
  const mail = (await queuedJobs("send-mail")).find(({ data }) => data.template === "booking-cancelled")
  if (!mail) throw new Error("No mail was ordered")
  const { text } = await composeMail(mail.data)
  const secret = text.match(/\/signer\/([0-9a-f]{36})/)?.[1] ?? ""
  expect(text).not.toContain("/account/bookings/")
  expect(searchableText(mail.data.data)).not.toContain(secret)
  const opened = await readLink(secret, visit, now)
  expect(opened).toMatchObject({ ok: true, value: { booking: { id: booking.id }, link: { purpose: "read" } } })
})

test("a customer with a password is sent to the account, and no link is made", async () => {
  const booking = await makeOwnerBooking({ password: true })
  const dayBefore = { hours: null, prepare: [] }
  await transaction((tx) =>
    orderBookingMail(tx, { kind: "day-before", bookingId: booking.id, extra: dayBefore, at: now }),
  )
  const mail = (await queuedJobs("send-mail")).find(({ data }) => data.template === "day-before")
  if (!mail) throw new Error("No mail was ordered")
  const { text } = await composeMail(mail.data)
  expect(text).toContain(`/account/bookings/${booking.number}`)
  expect(text).not.toContain("/signer/")
})

/** Without a contract the mail links to the booking. */
function withoutContract<Data extends { extra: object }>(data: Data): Data {
  return { ...data, extra: { ...data.extra, ...("contract" in data.extra && { contract: null }) } }
}

test("every mail about the booking can contain a link to read it", async () => {
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
