import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import {
  makeAccountHolder,
  makeAdministrator,
  makeCustomer,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { saveDraftAddress } from "../bookings/draft.ts"
import { placeBooking } from "../bookings/place.ts"
import { db } from "../platform/database.server.ts"
import { contactMessages } from "../platform/schema/content.ts"
import { leads } from "../platform/schema/leads.ts"
import { addCall, collectUnfinished, saveLead } from "./edit-leads.ts"
import { eraseLeads } from "./erase-leads.ts"
import { findLead, listLeads, listNextSteps } from "./list-leads.ts"

beforeEach(async () => {
  await db.delete(leads)
  await db.delete(contactMessages)
})

async function makeActor(): Promise<Staff> {
  const { id, name } = await makeAdministrator()
  return { kind: "administrator", id, name }
}

const place = { street: "1 rue du Bal", zipCode: "77300", city: "Fontainebleau", instructions: "" }
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const inList = async (state: "won" | "lost" | null = null) =>
  (await listLeads({ state, kind: null, search: "", page: 1 })).rows

async function makeCall(email = "") {
  const id = crypto.randomUUID()
  await addCall(await makeActor(), { id, name: "Zoé Petit", email, phone: "", note: "Rappeler jeudi" }, now)
  return id
}

const followUp = {
  state: "open",
  lostReason: "",
  heardFrom: "friend",
  nextStep: "",
  nextStepOn: null,
  note: "",
} as const

test("a call sent twice is noted once, and the list's search reads its note", async () => {
  const id = await makeCall()
  await addCall(await makeActor(), { id, name: "Zoé Petit", email: "", phone: "", note: "" }, now)
  expect(await inList()).toHaveLength(1)
  const matches = await listLeads({ state: null, kind: "call", search: "JEUDI zoe", page: 1 })
  expect(matches.rows.map(({ person }) => person)).toEqual(["Zoé Petit"])
})

test("an unfinished booking becomes a lead after an hour, and its person's booking wins every lead of theirs", async () => {
  const customer = await makeCustomer({ email: "nora@exemple.example" })
  const party = ownAccountParty(customer)
  const product = await makeProduct({ name: "Borne Bal" })
  await saveDraftAddress(party, product.id, place, now)
  await db.execute(sql`alter table booking_drafts disable trigger user`)
  const age = (hours: number) =>
    db.execute(
      sql`update booking_drafts set typed_at = ${hoursAgo(hours).toISOString()}, updated_at = ${hoursAgo(hours).toISOString()}`,
    )
  await age(0.5)
  await collectUnfinished(new Date())
  expect(await inList()).toEqual([])
  await age(2)
  await collectUnfinished(new Date())
  await collectUnfinished(new Date())
  expect(await inList()).toMatchObject([{ person: customer.name, products: "Borne Bal", lead: { state: "new" } }])
  await db.execute(sql`alter table booking_drafts enable trigger user`)

  await makeCall("Nora@exemple.example")
  const other = await makeCall("zoe@exemple.example")
  const placed = await placeBooking({ party, order: makeOrder(product.id, [addDays(dayInParis(now), 30)]), at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  expect((await inList()).map(({ lead }) => lead.id)).toEqual([other])
  expect((await inList("won")).map(({ lead, bookingNumber }) => [lead.kind, bookingNumber]).toSorted()).toEqual([
    ["booking", placed.value.booking.number],
    ["call", placed.value.booking.number],
  ])
})

test("a lost unfinished booking is not listed again until its person goes on", async () => {
  const customer = await makeCustomer()
  const product = await makeProduct()
  await db.execute(sql`insert into booking_drafts (user_id, product_id, typed_at, updated_at) values
    (${customer.id}, ${product.id}, ${hoursAgo(3).toISOString()}, ${hoursAgo(3).toISOString()})`)
  await collectUnfinished(new Date())
  await db.update(leads).set({ state: "lost", lostReason: "price" })
  await collectUnfinished(new Date())
  expect(await inList()).toEqual([])
})

test("a step is due on its day and after, while the lead is open, and an older form does not overwrite a newer one", async () => {
  const actor = await makeActor()
  const id = await makeCall()
  const today = dayInParis(now)
  const loaded = (await findLead(id))?.lead.updatedAt ?? null
  const typed = { ...followUp, nextStep: "Rappeler", nextStepOn: today }
  expect((await saveLead({ actor, id, typed, loaded, at: now })).ok).toBe(true)
  expect(await listNextSteps(addDays(today, -1))).toEqual([])
  expect(await listNextSteps(today)).toMatchObject([{ person: "Zoé Petit", nextStep: "Rappeler" }])
  expect(await saveLead({ actor, id, typed: followUp, loaded, at: now })).toMatchObject({
    ok: false,
    error: { kind: "stale" },
  })
  await db.update(leads).set({ state: "won" })
  expect(await listNextSteps(today)).toEqual([])
})

test("leads go with what they stand for, and a call three years after its last change", async () => {
  const [message] = await db
    .insert(contactMessages)
    .values({ name: "Élodie", email: "e@exemple.example", message: "?" })
    .returning()
  await db.insert(leads).values({ kind: "message", messageId: message?.id ?? null })
  const call = await makeCall()
  await db.delete(contactMessages)
  expect((await inList()).map(({ lead }) => lead.id)).toEqual([call])
  expect(await eraseLeads(hoursAgo(-24 * 365 * 2))).toBe(0)
  expect(await eraseLeads(hoursAgo(-24 * 366 * 4))).toBe(1)
})

test("an account that is deleted takes its leads along", async () => {
  const { id } = await makeAccountHolder()
  await db.insert(leads).values({ kind: "booking", userId: id })
  await db.execute(sql`delete from profiles where id = ${id}`)
  expect(await inList()).toEqual([])
})
