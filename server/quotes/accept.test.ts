import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { hours, shopWithTemplate, typed, visit } from "../../tests/contracts/signing.ts"
import { makeCustomer, makeOrder, makePlan, makeProduct } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { clearJobs, readJobs } from "../../tests/harness/jobs.ts"
import { animator, makeSentQuote, quoteNow, sendVersion } from "../../tests/sent-quotes.ts"
import { placeBooking } from "../bookings/place.ts"
import { promoCodeUses, promoCodes } from "../platform/schema/promo-codes.ts"
import { readContractDocument } from "../booking-record/contract-document.ts"
import { readLink } from "../contracts/read-link.ts"
import { listEvidence } from "../contracts/evidence.ts"
import { publishContractTemplate } from "../contracts/template.ts"
import { readDueAmount } from "../money/finance/payments.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { leads } from "../platform/schema/leads.ts"
import { quoteLinks, quotes } from "../platform/schema/quotes.ts"
import { digestOf } from "../platform/secrets/secret-token.ts"
import { type AcceptanceForm, acceptQuote } from "./accept.ts"
import { createShowLink, declineQuote, requestQuoteChange } from "./answer.ts"
import { saveBuyer } from "./buyer.ts"
import { findNearOffers, findTakenRentals } from "./near-offers.ts"
import { noteOpening, openQuote, readQuoteClient } from "./open-quote.ts"
import { previewContract } from "./quoted-booking.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const at = hours(1)

/** The page before the button renders it. */
async function readForm(secret: string, values: Partial<AcceptanceForm> = {}, readAt = at): Promise<AcceptanceForm> {
  const opened = await openQuote(secret, readAt)
  if (!opened.ok) throw new Error(opened.error.kind)
  const { quote, version } = opened.value
  const client = await readQuoteClient(quote)
  if (!client) throw new Error("Nobody reads the quote")
  const ticked = values.ticked ?? []
  const text = await previewContract({ quote, version, ticked }, client, readAt)
  return {
    version: version.version,
    ticked,
    sha256: text?.sha256 ?? "",
    name: "Élodie Marchand",
    signature: typed,
    ticks: { terms: true, earlyPerformance: false, withdrawalLoss: false },
    termsVersion: null,
    ...values,
  }
}

async function accept(secret: string, values: Partial<AcceptanceForm> = {}, signedAt = at) {
  return acceptQuote({ secret, form: await readForm(secret, values, signedAt), visit, at: signedAt })
}

const kindOf = async (outcome: Promise<{ ok: boolean; error?: { kind: string } }>) => {
  const { ok, error } = await outcome
  return ok ? "ok" : error?.kind
}

const countBookings = () => db.$count(bookings)
const countOccupants = async () => Number((await db.execute(sql`select count(*) from occupancy`)).rows[0]?.["count"])

describe("accepting a quote", () => {
  test("it makes a signed, confirmed booking at the quoted prices, with what was ticked (D39, D66)", async () => {
    const { quote, secret } = await makeSentQuote({ keeps: true })
    const opened = await openQuote(secret, hours(0.5))
    if (opened.ok) await noteOpening(opened.value, hours(0.5))
    await db.execute(sql`update products set price = 99900, security_deposit = 77700`)
    await db.execute(sql`update finance_settings set down_payment_percent = 50, balance_days_before = 5`)
    const accepted = await accept(secret, { ticked: [animator.id] })
    expect(accepted).toMatchObject({ ok: true, value: { status: "confirmed", total: 43_000, isInstant: false } })
    const [booking] = await db.select().from(bookings)
    const [contract] = await db.select().from(contracts)
    if (!booking || !contract) throw new Error("Nothing was signed")
    const [client] = await db.select().from(profiles).where(eq(profiles.id, booking.userId))
    expect(client).toMatchObject({ name: "Élodie Marchand", email: quote.email?.toLowerCase(), phone: "0612345678" })
    expect(await quoteNow(quote.id)).toMatchObject({
      state: "accepted",
      bookingId: booking.id,
      userId: client?.id,
      name: null,
      email: null,
      buyer: {},
    })
    expect(contract).toMatchObject({
      status: "signed",
      signedHow: "link",
      total: 43_000,
      agreement: { downPaymentPercent: 30 },
    })
    expect(contract?.content).toContain(`Contrat n° ${booking.number}`)
    expect(await readDueAmount(booking.id, at)).toBe(12_900)
    expect(await countOccupants()).toBe(1)
    const trail = await listEvidence(contract.id)
    expect(trail.map(({ kind }) => kind)).toEqual(["made", "quoted", "opened", "signed"])
    expect(trail.find(({ kind }) => kind === "opened")?.at).toEqual(hours(0.5))
    expect((await readContractDocument(contract.id))?.annex).toMatchObject({
      annexTitle: `Annexe\u00a0: devis ${quote.number}`,
      extras: [["Animateur, 4 h", "choisi", expect.stringContaining("180,00")]],
      sum: [expect.anything(), expect.stringContaining("430,00")],
      instalments: [
        [expect.stringContaining("acompte de 30"), expect.stringContaining("129,00")],
        [expect.stringContaining("solde"), expect.stringContaining("301,00")],
      ],
    })
    expect((await readJobs("seal-contract")).length).toBe(1)
    // The link of the quote reads the booking from now on.
    expect(await readLink(secret, visit, hours(2))).toMatchObject({ ok: true, value: { signing: { kind: "signed" } } })
    expect(await accept(secret).catch(() => null)).toMatchObject({
      ok: false,
      error: { kind: "already-accepted", bookingId: booking.id },
    })
  })

  test("a link that has ended opens nothing after the acceptance; the others lead to the booking until its end", async () => {
    const { secret, quote, row } = await makeSentQuote()
    const other = await sendVersion(quote.id, { version: 2, row, validUntil: hours(24 * 10), at: hours(0.1) })
    const late = hours(24 * 80)
    await db
      .update(quoteLinks)
      .set({ endsAt: at })
      .where(eq(quoteLinks.digest, digestOf(secret)))
    expect(await kindOf(accept(other))).toBe("ok")
    expect(await openQuote(secret, at)).toMatchObject({ error: { kind: "ended-link" } })
    expect(await openQuote(other, late)).toMatchObject({ value: { state: "accepted" } })
    expect(await openQuote(other, hours(24 * 900))).toMatchObject({ error: { kind: "ended-link" } })
  })

  test("it wins the lead that the quote answers, whatever address that has", async () => {
    const { quote, secret } = await makeSentQuote()
    const [lead] = await db.insert(leads).values({ kind: "call", name: "La mère de la mariée" }).returning()
    await db.update(quotes).set({ leadId: lead?.id ?? null })
    expect(await kindOf(accept(secret))).toBe("ok")
    const { bookingId } = await quoteNow(quote.id)
    expect(await db.select().from(leads)).toMatchObject([{ state: "won", bookingId }])
    expect(await db.$count(recordedEvents, eq(recordedEvents.action, "lead.won"))).toBe(1)
  })

  test("double clicks, tabs and two readers at once make one booking", async () => {
    const { secret, quote, row } = await makeSentQuote()
    const other = await sendVersion(quote.id, { version: 2, row, validUntil: hours(24 * 10), at: hours(0.1) })
    const form = await readForm(other)
    const kinds = await Promise.all(
      [secret, other, secret, other].map((each) => kindOf(acceptQuote({ secret: each, form, visit, at }))),
    )
    expect(kinds.toSorted()).toEqual(["already-accepted", "already-accepted", "already-accepted", "ok"])
    expect(await countBookings()).toBe(1)
    for (const each of [secret, other]) expect(await kindOf(readLink(each, visit, hours(2)))).toBe("ok")
  })

  test("two quotes for the last machine make one booking; the other learns that it is gone", async () => {
    const product = (await makeProduct({ stock: 1 })).id
    const [one, two] = [await makeSentQuote({ productId: product }), await makeSentQuote({ productId: product })]
    const forms = [await readForm(one.secret), await readForm(two.secret)] as const
    const kinds = await Promise.all([
      kindOf(acceptQuote({ secret: one.secret, form: forms[0], visit, at })),
      kindOf(acceptQuote({ secret: two.secret, form: forms[1], visit, at })),
    ])
    expect(kinds.toSorted()).toEqual(["ok", "units-gone"])
    expect(await countBookings()).toBe(1)
    expect(await db.$count(profiles, eq(profiles.role, "user"))).toBe(1)
    expect(await db.$count(quotes, eq(quotes.state, "sent"))).toBe(1)
  })

  test("days kept for a quote are taken by its own acceptance only", async () => {
    const product = (await makeProduct({ stock: 1 })).id
    const keeper = await makeSentQuote({ productId: product, keeps: true })
    const reading = { rentals: keeper.row.rentals, customerId: null, at }
    expect(await findTakenRentals({ ...reading, quoteId: keeper.quote.id })).toEqual([])
    expect(await kindOf(accept(keeper.secret))).toBe("ok")
  })

  test("a quote ends with its validity, by a withdrawal, by a decline, and with a newer version", async () => {
    const expired = await makeSentQuote({ validUntil: hours(0.9) })
    const form = await readForm(expired.secret, {}, hours(0.5))
    expect(await acceptQuote({ secret: expired.secret, form, visit, at })).toMatchObject({
      error: { kind: "ended", state: "expired" },
    })
    const withdrawn = await makeSentQuote()
    const read = await readForm(withdrawn.secret)
    await db.update(quotes).set({ state: "withdrawn" }).where(eq(quotes.id, withdrawn.quote.id))
    expect(await acceptQuote({ secret: withdrawn.secret, form: read, visit, at })).toMatchObject({
      error: { kind: "ended", state: "withdrawn" },
    })
    const changed = await makeSentQuote()
    const old = await readForm(changed.secret)
    await sendVersion(changed.quote.id, { version: 2, row: changed.row, validUntil: hours(48), at })
    expect(await kindOf(acceptQuote({ secret: changed.secret, form: old, visit, at }))).toBe("replaced")
    expect(await countBookings()).toBe(0)
  })

  test("a quote uses its code while it is open, and honours it once the code is closed (D65)", async () => {
    const id = randomUUID()
    await db.insert(promoCodes).values({ id, code: "ETE", unit: "euros", value: 5_000, maximumUses: 1 })
    const { secret } = await makeSentQuote({ order: { promoCode: "ETE" }, validUntil: hours(48) })
    const { id: productId } = await makeProduct()
    const place = async (placedAt: Date) => {
      const order = { ...makeOrder(productId, ["2027-07-12"]), promoCode: "ETE" }
      return placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: placedAt })
    }
    expect(await place(at)).toMatchObject({ error: { problem: { kind: "code-used-up" } } })
    await db.update(promoCodes).set({ isActive: false }).where(eq(promoCodes.id, id))
    expect(await accept(secret)).toMatchObject({ ok: true, value: { total: 20_000 } })
    expect(await db.select().from(promoCodeUses)).toMatchObject([{ codeId: id }])
  })

  test("an expired quote leaves its code to others", async () => {
    await db.insert(promoCodes).values({ code: "ETE", unit: "euros", value: 5_000, maximumUses: 1 })
    await makeSentQuote({ order: { promoCode: "ETE" }, validUntil: hours(2) })
    const order = { ...makeOrder((await makeProduct()).id, ["2027-07-12"]), promoCode: "ETE" }
    expect(await kindOf(placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: hours(3) }))).toBe("ok")
  })

  test("the text that is signed is the text that was read", async () => {
    const { secret } = await makeSentQuote()
    const form = await readForm(secret)
    expect(await kindOf(acceptQuote({ secret, form: { ...form, ticked: [animator.id] }, visit, at }))).toBe(
      "text-changed",
    )
    const content = "Contrat {{reservation.numero}}, {{contrat.date}}, {{reservation.total}}, {{client.adresse}}."
    await publishContractTemplate(camille, { title: "Contrat", content }, 1, at)
    expect(await kindOf(acceptQuote({ secret, form, visit, at }))).toBe("text-changed")
    expect(await countBookings()).toBe(0)
    expect(await kindOf(accept(secret))).toBe("ok")
  })

  test("terms, and both ticks for an event inside the withdrawal period, are required (D33)", async () => {
    const soon = hours(1, new Date("2027-06-05T08:00:00Z"))
    const { secret } = await makeSentQuote({ validUntil: new Date("2027-06-09T22:00:00Z") })
    const ticks = { terms: true, earlyPerformance: false, withdrawalLoss: false }
    expect(await kindOf(accept(secret, { ticks: { ...ticks, terms: false } }, soon))).toBe("terms-not-accepted")
    expect(await accept(secret, { ticks }, soon)).toMatchObject({
      error: { kind: "ticks-missing", missing: ["earlyPerformance", "withdrawalLoss"] },
    })
    expect(await countBookings()).toBe(0)
    const both = { terms: true, earlyPerformance: true, withdrawalLoss: true }
    expect(await accept(secret, { ticks: both }, soon)).toMatchObject({
      value: { earlyPerformanceRequestedAt: soon, withdrawalLossAcknowledgedAt: soon },
    })
  })

  test("a delivered quote needs the customer's home first, which becomes theirs (D70)", async () => {
    const elodie = await makeCustomer({ name: "Élodie" })
    const { secret, quote } = await makeSentQuote({ userId: elodie.id, order: { isDelivery: true, distanceKm: 20 } })
    expect(await kindOf(accept(secret))).toBe("home-missing")
    const home = { street: "8 rue du Port", zipCode: "94130", city: "Nogent-sur-Marne" }
    expect(await kindOf(saveBuyer(secret, { home }, at))).toBe("ok")
    expect((await quoteNow(quote.id)).buyer).toEqual({ home })
    expect(await kindOf(accept(secret))).toBe("ok")
    const [client] = await db.select().from(profiles).where(eq(profiles.id, elodie.id))
    expect(client).toMatchObject({
      homeStreet: "8 rue du Port",
      homeCity: "Nogent-sur-Marne",
      clientType: "individual",
    })
  })

  test("a company signs with its references and the signer's function, without a withdrawal (D71)", async () => {
    const soon = hours(1, new Date("2027-06-05T08:00:00Z"))
    const { secret } = await makeSentQuote({ validUntil: new Date("2027-06-09T22:00:00Z") })
    const company = {
      name: "Atelier Morel",
      siret: "73282932000074",
      contact: "Claire Morel",
      purchaseOrder: "BC-2027-118",
      buyerReference: "",
      invoiceDueDays: null,
      role: "Responsable RH",
    }
    expect(await kindOf(saveBuyer(secret, { company }, soon))).toBe("ok")
    const { role, ...order } = company
    expect(await accept(secret, {}, soon)).toMatchObject({ ok: true, value: { company: order } })
    const [contract] = await db.select().from(contracts)
    if (!contract) throw new Error("Nothing was signed")
    expect(contract.clientType).toBe("business")
    expect((await listEvidence(contract.id)).at(-1)?.personal).toMatchObject({ role })
  })

  test("an account with the prospect's address is theirs", async () => {
    const elodie = await makeCustomer({ email: "elodie@example.org" })
    const { secret, quote } = await makeSentQuote()
    await db.update(quotes).set({ email: "Elodie@Example.org" }).where(eq(quotes.id, quote.id))
    expect(await accept(secret)).toMatchObject({ value: { userId: elodie.id } })
  })
})

describe("the other answers", () => {
  test("the link to show reads and acts on nothing; it is one, however often it is made (D66)", async () => {
    const { secret, quote } = await makeSentQuote()
    const [one, two] = await Promise.all([createShowLink({ secret, at }), createShowLink({ secret, at })])
    expect(one).toEqual(two)
    expect(await db.$count(recordedEvents, eq(recordedEvents.action, "quote.link-made"))).toBe(1)
    const show = one.ok ? one.value : ""
    const opened = await openQuote(show, at)
    if (opened.ok) await noteOpening(opened.value, at)
    expect((await quoteNow(quote.id)).firstOpenedAt).toBeNull()
    const form = await readForm(secret)
    for (const act of [
      acceptQuote({ secret: show, form, visit, at }),
      declineQuote({ secret: show, reason: "price", words: "", at }),
      requestQuoteChange({ secret: show, words: "Plus tôt", at }),
      createShowLink({ secret: show, at }),
      saveBuyer(show, {}, at),
    ])
      expect(await kindOf(act)).toBe("shows-only")
  })

  test("declining frees what it kept, once", async () => {
    const { secret, quote } = await makeSentQuote({ keeps: true })
    expect(await countOccupants()).toBe(1)
    const decline = () => kindOf(declineQuote({ secret, reason: "price", words: "Au-dessus du budget", at }))
    expect(await Promise.all([decline(), decline()])).toEqual(["ok", "ok"])
    expect(await countOccupants()).toBe(0)
    expect(await quoteNow(quote.id)).toMatchObject({ state: "declined", declineReason: "price", answeredAt: at })
    expect(await kindOf(requestQuoteChange({ secret, words: "Encore", at }))).toBe("ended")
  })

  test("what is near is free as a whole, and asked for in words", async () => {
    const product = (await makeProduct({ name: "Photomaton bois", stock: 1 })).id
    const { id: byTheHour } = await makeProduct({ name: "Borne à l’heure", price: 0 })
    await makePlan(byTheHour)
    await makeProduct({ name: "Anneau de lumière" })
    const taker = await makeSentQuote({ productId: product })
    const { secret, quote, row } = await makeSentQuote({ productId: product })
    const late = await makeSentQuote({ productId: product, days: ["2027-06-11"] })
    await accept(taker.secret)
    await accept(late.secret)
    const reading = { rentals: row.rentals, quoteId: quote.id, customerId: null, at }
    const taken = await findTakenRentals(reading)
    expect(taken).toHaveLength(1)
    const near = await findNearOffers(reading, taken)
    expect(near.map(({ days, productNames }) => `${days.join()} ${productNames.join()}`)).toEqual([
      "2027-06-13 Photomaton bois",
      "2027-06-05 Photomaton bois",
      "2027-06-19 Photomaton bois",
      "2027-06-12 Anneau de lumière",
    ])
    expect(await kindOf(requestQuoteChange({ secret, words: "Dimanche 13 juin", at }))).toBe("ok")
    expect(await quoteNow(quote.id)).toMatchObject({
      changeWords: "Dimanche 13 juin",
      changeRequestedAt: at,
      state: "sent",
    })
  })
})
