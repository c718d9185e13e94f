import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { homeOf } from "../../domain/booking/home.ts"
import { dayInParis } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import {
  bookingNow,
  contractAt,
  hours,
  lastSecret,
  makeConfirmedBooking,
  minutes,
  queuedJobs,
  signingForm,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { invoicingCompany } from "../../tests/ends.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { clearJobs, readJobs } from "../../tests/harness/jobs.ts"
import { correctCustomer } from "../accounts/customers/correct-customer.ts"
import { readProfile } from "../accounts/customers/profiles.ts"
import { readInvoicedFacts } from "../money/invoicing/invoiced-facts.ts"
import { db } from "../platform/database.server.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { readContractDocument } from "../booking-record/contract-document.ts"
import { listEvidence } from "./evidence.ts"
import { renewUnsignedContracts, saveHome } from "./save-home.ts"
import { sendContract } from "./send-contract.ts"
import { recordInPersonSignature, signContract } from "./sign.ts"
import { publishContractTemplate } from "./template.ts"

const home = { street: "3 rue du Bal", zipCode: "1000", city: "Bruxelles" }

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
  const content = "Le client : {{client.nom}}, {{client.adresse}}. Livraison : {{reservation.adresse}}."
  await publishContractTemplate(camille, { title: "Contrat", content }, 1, now)
})

/** Delivered to "Domaine des Tilleuls", with a saved address of before. */
async function makeDelivery(values: Partial<typeof bookings.$inferInsert> = {}) {
  const saved = { street: "8 route du Château", zipCode: "77300", city: "Fontainebleau" }
  const made = await makeConfirmedBooking(camille, saved)
  const { address } = made.booking
  const isDelivery = true
  await db
    .update(bookings)
    .set({ isDelivery, address: { ...address, placeName: "Domaine des Tilleuls" }, ...values })
    .where(eq(bookings.id, made.booking.id))
  const send = (at: Date) => sendContract({ bookingId: made.booking.id, confirmedAt: now.toISOString() }, at)
  expect(await send(minutes(1))).toBe("version 1 sent")
  const party = ownAccountParty(made.elena)
  return { ...made, party, send, secret: await lastSecret() }
}

const readHome = async (id: ProfileId) => {
  const profile = await readProfile(id)
  return profile && homeOf(profile)
}

describe("the home of a delivered customer", () => {
  test("no contract is signed without it, by link or in person, and a saved address is only a place", async () => {
    const { booking, secret } = await makeDelivery()
    const contract = await contractAt(booking.id, 1)
    expect(contract.content).toBe(
      "Le client : Elena, adresse à indiquer avant la signature. Livraison : Domaine des Tilleuls, 12 quai de la Marne, 94130 Nogent-sur-Marne.",
    )
    const signing = await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))
    expect(signing).toEqual({ ok: false, error: { kind: "home-missing" } })
    const paper = { ...signingForm(contract), how: "paper", signature: null, signedOn: dayInParis(hours(1)) } as const
    expect(await recordInPersonSignature(camille, paper, visit, hours(1))).toEqual({
      ok: false,
      error: { kind: "home-missing" },
    })
    expect((await contractAt(booking.id, 1)).status).toBe("sent")
  })

  test("given, it stands in a new version, which goes on under the same mail, link and deadline", async () => {
    const { booking, party, send, secret, elena } = await makeDelivery()
    const { dueAt } = await contractAt(booking.id, 1)
    await clearJobs("send-mail")
    await saveHome({ party, home, at: hours(1) })
    expect(await readHome(elena.id)).toEqual(home)
    expect(await contractAt(booking.id, 1)).toMatchObject({ status: "replaced" })
    const second = await contractAt(booking.id, 2)
    expect(second).toMatchObject({ status: "sent", sentAt: minutes(1), dueAt })
    expect(second.content).toContain("Elena, 3 rue du Bal, 1000 Bruxelles. Livraison : Domaine des Tilleuls,")
    expect(await send(hours(1.1))).toBe("version 2 sent before")
    expect((await contractAt(booking.id, 2)).pdfSha256).not.toBeNull()
    expect(await bookingNow(booking.id)).toMatchObject({ contractDueAt: dueAt })
    expect(await queuedJobs("send-mail")).toEqual([])
    const [first, again] = await Promise.all(
      [1, 2].map(async (version) => mailing((await contractAt(booking.id, version)).id)),
    )
    expect(again).toEqual(first)
    const signed = await signContract({ by: "link", secret }, signingForm(second), visit, hours(2))
    expect(signed.ok).toBe(true)
    const document = await readContractDocument(second.id)
    expect(document?.client.lines).toEqual(expect.arrayContaining(["3 rue du Bal", "1000 Bruxelles"]))
    expect(document?.delivery).toContain("Domaine des Tilleuls, 12 quai de la Marne")
  })

  test("saved again it changes nothing, moved it replaces what is not signed, and a link only fills it in", async () => {
    const { booking, party } = await makeDelivery()
    await saveHome({ party, home, at: hours(1) })
    await clearJobs("send-contract")
    await saveHome({ party, home, at: hours(2) })
    await saveHome({ party, home: { ...home, street: "5 rue Neuve" }, onlyIfUnknown: true, at: hours(2) })
    expect(await readJobs("send-contract")).toEqual([])
    expect(await readHome(party.account.id)).toEqual(home)
    await saveHome({ party, home: { ...home, street: "5 rue Neuve" }, at: hours(3) })
    expect((await contractAt(booking.id, 3)).content).toContain("5 rue Neuve, 1000 Bruxelles")
  })

  test("a text from before homes were asked is signed only once it names the home", async () => {
    const { booking, party, secret } = await makeDelivery()
    const { clientAddress: _unknown, ...booked } = (await contractAt(booking.id, 1)).booked ?? {}
    await db.execute("alter table contracts disable trigger user")
    await db
      .update(contracts)
      .set({ booked: booked as never })
      .where(eq(contracts.bookingId, booking.id))
    await db.execute("alter table contracts enable trigger user")
    const old = signingForm(await contractAt(booking.id, 1))
    expect(await signContract({ by: "link", secret }, old, visit, hours(1))).toMatchObject({
      error: { kind: "home-missing" },
    })
    await saveHome({ party, home, at: hours(1) })
    expect(await signContract({ by: "link", secret }, old, visit, hours(1))).toMatchObject({
      error: { kind: "replaced", contract: { version: 2 } },
    })
  })
})

test("a home that the owner writes into the customer's file stands in the contract to sign", async () => {
  const { booking, elena } = await makeDelivery()
  const stored = await readProfile(elena.id)
  if (!stored) throw new Error("The customer has gone")
  const input = { ...stored, homeStreet: "3 rue du Bal", homeZipCode: "94340", homeCity: "Joinville" }
  const corrected = await correctCustomer({ actor: camille, id: elena.id, input, loaded: stored.updatedAt })
  expect(corrected).toMatchObject({ value: { changed: ["homeStreet", "homeZipCode", "homeCity"] } })
  await renewUnsignedContracts(elena.id, hours(1))
  expect((await contractAt(booking.id, 2)).content).toContain("Elena, 3 rue du Bal, 94340 Joinville.")
})

test("with pick-up the booking's address is the billing address, and nothing is asked (D70)", async () => {
  const { booking, secret } = await makeDelivery({ isDelivery: false })
  const contract = await contractAt(booking.id, 1)
  expect(contract.content).toContain("Elena, 12 quai de la Marne, 94130 Nogent-sur-Marne.")
  expect((await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))).ok).toBe(true)
})

test("an invoice names the home; before it is known, the saved address of a delivered customer", async () => {
  await invoicingCompany()
  const { booking, party } = await makeDelivery()
  const buyer = async () => (await readInvoicedFacts(db, await bookingNow(booking.id), "2027-05-01"))?.buyer.address
  expect(await buyer()).toEqual({ street: "8 route du Château", zipCode: "77300", city: "Fontainebleau" })
  await saveHome({ party, home })
  expect(await buyer()).toEqual(home)
  expect((await readInvoicedFacts(db, await bookingNow(booking.id), "2027-05-01"))?.delivery).toMatchObject({
    street: "12 quai de la Marne",
  })
})

async function mailing(contractId: Parameters<typeof listEvidence>[0]) {
  return (await listEvidence(contractId)).findLast(({ kind }) => kind === "sent")?.details
}
