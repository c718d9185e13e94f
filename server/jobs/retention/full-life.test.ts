import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../../domain/day.ts"
import {
  contractAt,
  signingForm,
  hours,
  lastSecret,
  minutes,
  shopWithTemplate,
  visit,
} from "../../../tests/contracts/signing.ts"
import { makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { requestFrom, signedUp } from "../../accounts/auth/accounts.fixture.ts"
import { signIn } from "../../accounts/auth/sign-in.ts"
import { readVisitor } from "../../accounts/auth/visitor.ts"
import { confirmBooking } from "../../bookings/answer.ts"
import { addNote } from "../../bookings/notes.ts"
import { placeBooking } from "../../bookings/place.ts"
import { recordReport, listReports } from "../../booking-record/condition/record.ts"
import { sealContract } from "../../contracts/seal-contract.ts"
import { sendContract } from "../../contracts/send-contract.ts"
import { signContract } from "../../contracts/sign.ts"
import { deleteOwnAccount, previewDeletion } from "./delete-account.ts"
import { saveClientDetails, savePersonalDetails } from "../../accounts/customers/edit-profile.ts"
import { requestExport, openExport } from "../../reports/data-exports/request-export.ts"
import { EXPORT_BUCKET } from "../../reports/data-exports/erase.ts"
import { buildExport } from "../../reports/data-exports/build-export.ts"
import { db } from "../../platform/database.server.ts"
import { recordDepositInHand, releaseDeposit } from "../../money/deposits/decide-deposit.ts"
import { settleDeposit } from "../../money/deposits/settle-deposit.ts"
import { recordPayment } from "../../money/finance/payments.ts"
import { sharp } from "../../platform/images/sharp.ts"
import { certificatePdf } from "../../bookings/insurance/certificate.fixture.ts"
import { handInCertificate } from "../../bookings/insurance/hand-in.ts"
import { openCertificate } from "../../bookings/insurance/read-certificate.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { contactMessages, siteConfig } from "../../platform/schema/content.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { payments } from "../../platform/schema/money.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { ERASED_NAME } from "./pseudonymise.ts"
import { eraseExpired } from "./erase-expired.ts"
import { ERASED_STREET } from "../../../domain/retention/erased-street.ts"
import { readJobs } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

const account = { name: "Elena Roussel", email: "elena.roussel@exemple.fr", password: "un bal au bord de l’eau" }
const street = "3 rue des Lilas"
const signature = { kind: "typed", text: account.name } as const

/** Tables that may still name a person after deletion, with the reason; any other table is a bug. */
const allowedTables: Readonly<Record<string, string>> = {
  contracts: "signed: kept whole for ten years (L213-1)",
  contract_evidence_details: "the evidence of a signature, with its contract (D52)",
  invoices: "as they were drawn up, for ten years from the end of their year (decision 61)",
  condition_reports: "signed by both, for ten years",
  contact_messages: "three years after the last exchange, whoever has an account",
  rights_requests: "five years after the answer",
  mail_details: "the last mail alone, which says that the account is gone: seven days after it left",
}

/** Signed, paid in two parts, invoiced, handed over, returned, with its deposit refunded. */
async function playWholeLife() {
  const camille = await shopWithTemplate()
  await readSiteConfig()
  await db.update(siteConfig).set({
    companyName: "La Belle Équipe",
    companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
    companySiret: "12345678200002",
    vatNumber: "FR11123456782",
  })
  await db.execute(sql`update invoicing_start set day = '2027-01-01'`)
  const { request } = await signedUp(account)
  await db.update(users).set({ emailVerified: true }).where(eq(users.email, account.email))
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  await savePersonalDetails(visitor, { name: account.name, phone: "0612345678" })
  await saveClientDetails(visitor, {
    clientType: "business",
    businessName: "Roussel Fêtes",
    businessSiret: "73282932000074",
    businessVat: null,
    businessContactName: account.name,
  })
  const product = await makeProduct({ securityDeposit: 50_000, asksInsurance: true })
  const order = makeOrder(product.id, ["2027-06-12"])
  const placed = await placeBooking({
    party: ownAccountParty(visitor.profile),
    order: { ...order, address: { ...order.address, street, instructions: "Chez Roussel" } },
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id } = placed.value.booking
  const confirmed = await confirmBooking(camille, id, now)
  if (!confirmed.ok) throw new Error(confirmed.error.kind)
  await sendContract({ bookingId: id, confirmedAt: now.toISOString() }, minutes(0.5))
  const contract = await contractAt(id, 1)
  const signed = await signContract(
    { by: "link", secret: await lastSecret() },
    signingForm(contract, { name: account.name, signature }),
    visit,
    hours(1),
  )
  if (!signed.ok) throw new Error(signed.error.kind)
  await sealContract({ contractId: contract.id }, hours(1))
  for (const amount of [7_500, 17_500]) {
    const payment = { id: randomUUID(), bookingId: id, means: "transfer", amount, note: "Virement de Roussel" } as const
    const paid = await recordPayment(camille, { ...payment, receivedOn: dayInParis(hours(2)) }, hours(2))
    if (!paid.ok) throw new Error(paid.error.kind)
  }
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#884422" } })
    .jpeg()
    .toBuffer()
  for (const leg of ["out", "back"] as const) {
    const by = { client: { name: account.name, signature }, company: { name: "Camille", signature } }
    const report = {
      id: randomUUID(),
      bookingId: id,
      leg,
      machines: [{ rental: 1, damaged: false, remarks: "Remis à Roussel", photos: [photo] }],
    }
    const recorded = await recordReport(camille, { ...report, ...by }, hours(3))
    if (!recorded.ok) throw new Error(recorded.error.kind)
  }
  const certificate = await handInCertificate(id, certificatePdf, hours(4))
  if (!certificate.ok) throw new Error(certificate.error.kind)
  const held = await recordDepositInHand({
    actor: camille,
    bookingId: id,
    means: "cheque",
    receivedOn: dayInParis(hours(4)),
    at: hours(4),
  })
  if (!held.ok) throw new Error(held.error.kind)
  const released = await releaseDeposit(camille, id, hours(5))
  if (!released.ok) throw new Error(released.error.kind)
  await settleDeposit(id, hours(5))
  await addNote(camille, id, { id: randomUUID(), body: "Madame Roussel préfère le matin" }, hours(5))
  await db
    .insert(contactMessages)
    .values({ name: account.name, email: account.email, phone: "0612345678", message: "Bonjour" })
  return { request, visitor, booking: placed.value.booking }
}

const addDaysTo = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000)

async function findTablesWithName(): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const naming = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::integer as count from ${sql.identifier(name)} row
      where row::text ilike '%roussel%' or row::text ilike ${`%${street}%`} or row::text like '%612345678%'`)
    if (rows[0]?.count) naming.push(name)
  }
  return naming
}

test("the export contains a booking's whole life, and a deletion leaves only the documented names @R-account-contract", async () => {
  const { request, visitor, booking } = await playWholeLife()
  const at = new Date()
  await requestExport(visitor, at)
  const jobs = await readJobs("export-data")
  const exportId = jobs[0]?.data.exportId ?? randomUUID()
  expect(await buildExport(exportId, at)).toMatch(/^6 papers, /)
  const file = await openExport(visitor, exportId, at)
  const files = unzipSync(new Uint8Array(await new Response(file?.body).arrayBuffer()))
  const { number } = booking
  const pdfs = Object.keys(files).filter((name) => name.endsWith(".pdf"))
  const documentNames = pdfs.map((name) => name.replace(/lieux\/\d{4}-\d\d-\d\d-[0-9a-f]{8}-/, "lieux/"))
  expect(documentNames.toSorted()).toEqual([
    `attestations-d-assurance/attestation-assurance-${number}.pdf`,
    `contrats/contrat-${number}-v1.pdf`,
    `etats-des-lieux/etat-des-lieux-depart-${number}.pdf`,
    `etats-des-lieux/etat-des-lieux-retour-${number}.pdf`,
    "factures/facture-F-2027-0001.pdf",
    "factures/facture-F-2027-0002.pdf",
  ])
  for (const name of pdfs) expect(strFromU8((files[name] ?? new Uint8Array()).subarray(0, 5))).toBe("%PDF-")
  const data = JSON.parse(strFromU8(files["donnees.json"] ?? new Uint8Array()))
  expect(data).toMatchObject({
    messages: [{ nom: account.name, téléphone: "0612345678", message: "Bonjour" }],
    réservations: [
      {
        contrats: [{ version: 1, état: "signed" }],
        factures: [{ numéro: "F-2027-0001" }, { numéro: "F-2027-0002" }],
        caution: { montant_en_centimes: 50_000, moyen: "cheque", gardé_en_centimes: 0 },
        paiements: [{ moyen: "transfer", montant_en_centimes: 7_500 }, { montant_en_centimes: 17_500 }],
        attestation_d_assurance: { effacée_le: null },
        états_des_lieux: [{ signé_par: account.name, signature }, { signé_par: account.name }],
      },
    ],
  })
  expect(JSON.stringify(data.réservations[0].contrats[0].preuves)).toContain(visit.address)
  expect(data.courriels_reçus.length).toBeGreaterThan(1)
  expect(JSON.stringify(data.gestes)).toContain("Roussel Fêtes")

  // The deletion reads the real clock, so the event must lie in the past.
  const past = addDays(dayInParis(at), -30)
  await db
    .update(bookings)
    .set({ dates: [past], firstDay: past, lastDay: past, returnsOn: past })
    .where(eq(bookings.id, booking.id))
  // A week after its day only the certificate is deleted; the export has its own expiry.
  expect(await eraseExpired(at)).toBe("erased: 1 insurance")
  expect(await openCertificate(booking.id)).toBeNull()
  expect(await eraseExpired(at)).toBe("nothing to erase")
  const issued = await db.select().from(invoices).where(eq(invoices.bookingId, booking.id))
  expect(issued.reduce((sum, { kind, amount }) => sum + (kind === "credit-note" ? -amount : amount), 0)).toBe(
    booking.total,
  )
  expect(await previewDeletion(visitor)).toEqual({
    blockers: [],
    retained: { bookings: 1, signedContracts: 1, invoices: 2, reports: 2, rightsRequests: 0 },
  })
  expect((await findTablesWithName()).length).toBeGreaterThan(Object.keys(allowedTables).length)
  expect((await deleteOwnAccount(visitor, account.password, request)).ok).toBe(true)
  expect((await signIn(account, requestFrom())).ok).toBe(false)
  expect(await (await storage()).exists(EXPORT_BUCKET, `${visitor.profile.id}/${exportId}.zip`)).toBe(false)
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, visitor.profile.id))
  expect(profile).toMatchObject({ name: ERASED_NAME, email: "" })
  const naming = await findTablesWithName()
  expect(naming.filter((name) => !(name in allowedTables))).toEqual([])
  const { rows: mails } = await db.execute<{ template: string }>(sql`
    select distinct template from mails join mail_details on mail_id = mails.id where mail_details::text ilike '%roussel%'`)
  expect(mails).toEqual([{ template: "account-deleted" }])
  // Each of these documents does contain the name, so the list above is exact.
  expect(naming).toEqual(expect.arrayContaining(["contract_evidence_details", "invoices", "condition_reports"]))

  // The legally required data stay, without free text.
  const ofBooking = eq(bookings.id, booking.id)
  expect(await db.select().from(bookings).where(ofBooking)).toMatchObject([
    { number, total: booking.total, paymentStatus: "paid", address: { street: ERASED_STREET } },
  ])
  expect(await db.select().from(invoices).where(eq(invoices.bookingId, booking.id))).toEqual(issued)
  expect(await db.select().from(payments).where(eq(payments.bookingId, booking.id))).toMatchObject([
    { note: null },
    { note: null },
  ])
  expect(await db.select().from(deposits).where(eq(deposits.bookingId, booking.id))).toMatchObject([
    { amount: 50_000, kept: 0 },
  ])
  expect(await listReports(booking.id)).toHaveLength(2)
  // Ten years later nothing is left to erase on the booking, because the deletion did it.
  expect(await eraseExpired(addDaysTo(at, 4000))).not.toContain("bookings")
})
