import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { ProductId, ProfileId, QuoteId } from "../../domain/id.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { MAX_TO_PAY } from "../../domain/pricing/price.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { readMailOrders } from "../../tests/harness/jobs.ts"
import { makeSentQuote } from "../../tests/sent-quotes.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { placeBooking } from "../bookings/place.ts"
import { sweep, runDue } from "../jobs/sweeps/all.ts"
import { db } from "../platform/database.server.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { leads } from "../platform/schema/leads.ts"
import { quoteLinks, quoteVersions, quotes } from "../platform/schema/quotes.ts"
import { digestOf } from "../platform/secrets/secret-token.ts"
import { deleteQuote } from "./delete-quotes.ts"
import { type QuoteDraft, createQuote, editDraft, startNewVersion } from "./draft-quote.ts"
import { expireQuote, withdrawQuote } from "./end-quote.ts"
import { listQuotes, listQuotesToFollowUp } from "./list-quotes.ts"
import { readOwnerQuote } from "./quote-page.ts"
import { readNewestVersion } from "./quote-rows.ts"
import { remindQuote } from "./remind-quote.ts"
import { sendQuote } from "./send-quote.ts"

const day = "2027-06-12"
const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

async function makeQuote(productId: ProductId, changes: Partial<QuoteDraft["terms"]> = {}) {
  const { id, name } = await makeAdministrator()
  const actor = { kind: "administrator", id, name } as const
  const draft = (total: number, terms: Partial<QuoteDraft["terms"]> = changes): QuoteDraft => ({
    reader: { name: "Camille Robin", email: "Camille.Robin@exemple.example", phone: "" },
    order: {
      rental: { position: 1, productId, days: [day], options: [], photoPacks: 0 },
      others: [],
      isDelivery: false,
      address,
      distanceKm: null,
      lines: [{ id: randomUUID(), kind: "discount", name: "Remise fidélité", amount: 2_000 }],
      promoCode: null,
    },
    terms: { extras: [], message: "", validUntil: null, keepUntil: null, ...terms },
    expectedTotal: total,
  })
  const quoteId = randomUUID() as QuoteId
  const create = (id = quoteId) =>
    createQuote({ actor, id, customerId: quoteId as string as ProfileId, draft: draft(23_000), at: now })
  return { actor, id: quoteId, draft, create, created: await create() }
}

async function readVersion(id: QuoteId) {
  return (await readNewestVersion(id)).updatedAt.toISOString()
}

const stateOf = async (id: QuoteId) => (await db.select().from(quotes).where(eq(quotes.id, id)))[0]?.state

describe("a draft of a quote", () => {
  test("a quote has the price of today with the owner's lines, a number, and 30 days; a double post makes one", async () => {
    const { id, create, created } = await makeQuote((await makeProduct()).id)
    expect(created).toMatchObject({
      ok: true,
      value: { number: "D-2027-0001", state: "draft", email: "camille.robin@exemple.example" },
    })
    expect(await create()).toMatchObject({ ok: true, value: { number: "D-2027-0001" } })
    expect(await readNewestVersion(id)).toMatchObject({
      row: { total: 23_000, rentals: [{ position: 1, dates: [day] }] },
      validUntil: new Date("2027-05-31T22:00:00Z"),
    })
    const { total, rows } = await listQuotes(
      { search: "robin", state: "draft", sort: "date", descending: true, page: 1 },
      now,
    )
    expect([total, rows[0]?.readerName]).toEqual([1, "Camille Robin"])
  })

  test("two posts at once create one quote", async () => {
    const { create } = await makeQuote((await makeProduct()).id)
    const id = randomUUID() as QuoteId
    const [one, other] = await Promise.all([create(id), create(id)])
    expect(one).toMatchObject({ ok: true, value: { id } })
    expect(other).toEqual(one)
  })

  test("lines to tick that pass the highest price are refused, as acceptance would refuse them", async () => {
    const { actor, id, draft } = await makeQuote((await makeProduct()).id)
    const extras = [{ id: randomUUID(), label: "Animateur", amount: MAX_TO_PAY }]
    const edit = { actor, id, customerId: id as string as ProfileId, loadedVersion: await readVersion(id), at: now }
    expect(await editDraft({ ...edit, draft: draft(23_000, { extras }) })).toMatchObject({
      error: { kind: "extras-too-much", total: MAX_TO_PAY + 23_000 },
    })
  })

  test("a total that was not read, a second tab and days past the limit are refused", async () => {
    const { actor, id, draft } = await makeQuote((await makeProduct()).id)
    const edit = async (total: number, terms: Partial<QuoteDraft["terms"]>, loadedVersion?: string) =>
      editDraft({
        actor,
        id,
        customerId: id as string as ProfileId,
        draft: draft(total, terms),
        loadedVersion: loadedVersion ?? (await readVersion(id)),
        at: now,
      })
    expect(await edit(25_000, {})).toMatchObject({ ok: false, error: { kind: "price-changed", total: 23_000 } })
    expect(await edit(23_000, { keepUntil: "2027-05-16" })).toMatchObject({
      error: { kind: "keep-too-long", latest: "2027-05-15" },
    })
    const version = await readVersion(id)
    expect(await edit(23_000, { message: "Bonjour" }, version)).toMatchObject({ ok: true })
    expect(await edit(23_000, { message: "Bonsoir" }, version)).toMatchObject({ error: { kind: "stale" } })
    expect((await readNewestVersion(id)).message).toBe("Bonjour")
  })
})

describe("sending a quote", () => {
  test("sending mails the link once, keeps the days, freezes the version and moves its lead on", async () => {
    const product = await makeProduct()
    const { actor, id } = await makeQuote(product.id, { keepUntil: "2027-05-10" })
    const version = await readVersion(id)
    const [lead] = await db.insert(leads).values({ kind: "call", name: "Camille" }).returning()
    await db.update(quotes).set({ leadId: lead?.id ?? null })
    expect(await sendQuote({ actor, id, loadedVersion: version, at: now })).toMatchObject({
      ok: true,
      value: { state: "sent" },
    })
    expect(await db.select().from(leads)).toMatchObject([{ state: "open" }])
    expect(await sendQuote({ actor, id, loadedVersion: version, at: now })).toMatchObject({
      error: { kind: "no-draft" },
    })
    const mails = await readMailOrders<{ data: { quoteUrl: string } }>("quote-sent")
    const [link] = await db.select().from(quoteLinks)
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toContain("/devis/")
    expect(link).toMatchObject({ purpose: "accept", quoteId: id })
    expect(link?.digest).toHaveLength(digestOf("x").length)
    expect(await db.select().from(unitDays)).toMatchObject([
      { day, kind: "quote", holdEndsAt: new Date("2027-05-10T22:00:00Z") },
    ])
    await expect(
      db.update(quoteVersions).set({ message: "Autre" }).where(eq(quoteVersions.quoteId, id)),
    ).rejects.toThrow()
    await expect(db.update(quoteVersions).set({ terms: null }).where(eq(quoteVersions.quoteId, id))).rejects.toThrow()
  })

  test("nobody else gets the last unit while a quote keeps it, and somebody does from the instant that it ends", async () => {
    const product = await makeProduct()
    const { actor, id } = await makeQuote(product.id, { keepUntil: "2027-05-10" })
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    const place = async (at: Date) =>
      placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(product.id, [day]), at })
    expect(await place(later(1))).toMatchObject({ ok: false, error: { kind: "days-taken" } })
    expect(await place(new Date("2027-05-10T22:00:00Z"))).toMatchObject({ ok: true })
    expect(await db.select().from(unitDays)).toMatchObject([{ day, kind: "booking" }])
  })

  test("a quote of taken days is not sent, and without a wish its days stay free", async () => {
    const product = await makeProduct()
    const [first, second] = [await makeQuote(product.id), await makeQuote(product.id)]
    expect(
      await sendQuote({ actor: first.actor, id: first.id, loadedVersion: await readVersion(first.id), at: now }),
    ).toMatchObject({
      ok: true,
    })
    expect(await db.select().from(unitDays)).toEqual([])
    const order = makeOrder(product.id, [day])
    await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })
    const sent = await sendQuote({
      actor: second.actor,
      id: second.id,
      loadedVersion: await readVersion(second.id),
      at: now,
    })
    expect(sent).toEqual({ ok: false, error: { kind: "days-taken" } })
    expect(await stateOf(second.id)).toBe("draft")
  })

  test("a new version says what differs, replaces the kept days and answers the change that was asked for", async () => {
    const product = await makeProduct()
    const { actor, id, draft } = await makeQuote(product.id, { keepUntil: "2027-05-10" })
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    await db
      .update(quotes)
      .set({ changeWords: "Plus tard\u00a0?", changeRequestedAt: later(1) })
      .where(eq(quotes.id, id))
    await startNewVersion(actor, id, later(1))
    await startNewVersion(actor, id, later(1))
    const moved = draft(23_000, { keepUntil: "2027-05-12" })
    const order = {
      ...moved.order,
      rental: moved.order.rental && { ...moved.order.rental, days: ["2027-06-13" as const] },
    }
    const edited = {
      actor,
      id,
      customerId: id as string as ProfileId,
      draft: { ...moved, order },
      loadedVersion: await readVersion(id),
      at: later(1),
    }
    expect(await editDraft(edited)).toMatchObject({ ok: true })
    expect(await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: later(1) })).toMatchObject({
      ok: true,
      value: { changeRequestedAt: null },
    })
    expect(await db.select().from(unitDays)).toMatchObject([{ day: "2027-06-13", kind: "quote" }])
    const owned = await readOwnerQuote("D-2027-0001", later(1))
    expect(owned?.versions.map(({ version }) => version)).toEqual([2, 1])
    expect(owned?.versions[0]?.differences).toEqual([
      { label: "Dates", before: "samedi 12 juin 2027", after: "dimanche 13 juin 2027" },
    ])
    expect(await readMailOrders("quote-changed")).toHaveLength(1)
  })
})

describe("what follows a sent quote", () => {
  test("reminders come after three days, once a day, by the sweep and by hand, and none after a change was asked for", async () => {
    const { actor, id } = await makeQuote((await makeProduct()).id)
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    expect(await sweep("remind-quotes", later(2))).toBe("0 due")
    expect(await sweep("remind-quotes", later(3))).toBe("1 due")
    expect(await remindQuote(id, { at: later(3) })).toBe(true)
    expect(await sweep("remind-quotes", later(3))).toBe("0 due")
    expect(await remindQuote(id, { by: actor, at: later(3) })).toBe(false)
    expect(await remindQuote(id, { by: actor, at: later(4) })).toBe(true)
    await db
      .update(quotes)
      .set({ changeRequestedAt: later(5) })
      .where(eq(quotes.id, id))
    expect(await sweep("remind-quotes", later(10))).toBe("0 due")
    expect(await remindQuote(id, { at: later(10) })).toBe(false)
    expect(await readMailOrders("quote-reminder")).toHaveLength(2)
    const { items } = await listQuotesToFollowUp(later(5), 5)
    expect(items).toMatchObject([{ number: "D-2027-0001", followUp: "change-requested" }])
  })

  test("reminders come at 10 after 3 and 10 days and the day before the end, missed ones once, and never on the day of sending", async () => {
    const { quote } = await makeSentQuote({ validUntil: new Date("2027-05-30T22:00:00Z") })
    const due = async (at: string) => (await sweep("remind-quotes", new Date(at))) === "1 due"
    const remindedAt = (at: string) => db.update(quoteVersions).set({ remindedAt: new Date(at) })
    expect(await due("2027-05-04T07:59:00Z")).toBe(false)
    expect(await due("2027-05-04T08:00:00Z")).toBe(true)
    expect(await due("2027-05-12T12:00:00Z")).toBe(true)
    await remindedAt("2027-05-12T12:00:00Z")
    expect(await due("2027-05-13T12:00:00Z")).toBe(false)
    expect(await due("2027-05-29T08:00:00Z")).toBe(true)
    expect(await due("2027-05-30T22:00:00Z")).toBe(false)
    await db.delete(quotes).where(eq(quotes.id, quote.id))
    await makeSentQuote({ validUntil: new Date("2027-05-02T17:00:00Z") })
    expect(await due("2027-05-02T12:00:00Z")).toBe(false)
    await db.execute(sql`update finance_settings set quote_last_reminder_days = 0, quote_reminder_days = 1`)
    expect(await due("2027-05-02T12:00:00Z")).toBe(true)
  })

  test("a new version keeps the dates as long as the one before, unless that day has passed", async () => {
    const { actor, id } = await makeQuote((await makeProduct()).id, { keepUntil: "2027-05-10" })
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    await startNewVersion(actor, id, later(1))
    expect(await readNewestVersion(id)).toMatchObject({ version: 2, keepUntil: "2027-05-10" })
    expect(await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: later(1) })).toMatchObject({
      ok: true,
    })
    expect(await db.select().from(unitDays)).toMatchObject([{ kind: "quote" }])
    await startNewVersion(actor, id, new Date("2027-05-12T12:00:00Z"))
    expect(await readNewestVersion(id)).toMatchObject({ version: 3, keepUntil: null })
  })

  test("a quote that is sent again after its withdrawal opens by its new link only", async () => {
    const { actor, id } = await makeQuote((await makeProduct()).id)
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    await withdrawQuote(actor, id, later(1))
    await startNewVersion(actor, id, later(1))
    expect(await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: later(1) })).toMatchObject({
      ok: true,
    })
    const { links = [] } = (await readOwnerQuote("D-2027-0001", later(1))) ?? {}
    expect(links.map(({ isOpen }) => isOpen)).toEqual([false, true])
  })

  test("the owner deletes the quote of a prospect who asks for it", async () => {
    const { actor, id } = await makeQuote((await makeProduct()).id, { keepUntil: "2027-05-10" })
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    expect(await deleteQuote(actor, id, now)).toMatchObject({ ok: true })
    expect(await deleteQuote(actor, id, now)).toMatchObject({ error: { kind: "gone" } })
    expect(await db.select().from(unitDays)).toEqual([])
    expect(await db.$count(quoteVersions)).toBe(0)
  })

  test("an expired quote frees what it keeps and writes to its reader, once", async () => {
    const { actor, id } = await makeQuote((await makeProduct()).id, {
      validUntil: "2027-05-10",
      keepUntil: "2027-05-10",
    })
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    const end = new Date("2027-05-10T22:00:00Z")
    expect(await sweep("expire-quotes", new Date(end.getTime() - 1))).toBe("0 due")
    expect(await sweep("expire-quotes", end)).toBe("1 due")
    const due = { sweep: "expire-quotes", id, at: end.toISOString() } as const
    expect(await runDue(due)).toBe("expire-quotes: expired")
    expect(await expireQuote(id, end)).toBe(false)
    expect(await stateOf(id)).toBe("expired")
    expect(await db.select().from(unitDays)).toEqual([])
    expect(await readMailOrders("quote-expired")).toHaveLength(1)
  })

  test("a withdrawn quote frees what it keeps and stays in the journal", async () => {
    const { actor, id } = await makeQuote((await makeProduct()).id, { keepUntil: "2027-05-10" })
    await sendQuote({ actor, id, loadedVersion: await readVersion(id), at: now })
    expect(await withdrawQuote(actor, id, now)).toMatchObject({ ok: true })
    expect(await withdrawQuote(actor, id, now)).toMatchObject({ ok: true })
    expect(await db.select().from(unitDays)).toEqual([])
    const acts = await db
      .select({ action: recordedEvents.action })
      .from(recordedEvents)
      .where(eq(recordedEvents.subjectId, id))
    expect(acts.map(({ action }) => action)).toEqual(["quote.drafted", "quote.sent", "quote.withdrawn"])
  })
})
