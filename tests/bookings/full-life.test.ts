import { randomUUID } from "node:crypto"
import { unzipSync } from "fflate"
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { requestFrom, signedUp } from "../../server/auth/accounts.fixture.ts"
import { readVisitor } from "../../server/auth/visitor.ts"
import { signIn } from "../../server/auth/sign-in.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { recordReport, reportsOf } from "../../server/condition/record.ts"
import { deleteOwnAccount, previewDeletion } from "../../server/customers/delete-account.ts"
import { EXPORT_BUCKET } from "../../server/data-exports/erase.ts"
import { makeExport } from "../../server/data-exports/make.ts"
import { db, transaction } from "../../server/database.server.ts"
import { noteDepositInHand, releaseDeposit } from "../../server/deposits/decide-deposit.ts"
import { settleDeposit } from "../../server/deposits/settle-deposit.ts"
import { recordPayment } from "../../server/finance/payments.ts"
import { photograph } from "../../server/images/pictures.fixture.ts"
import { handInCertificate } from "../../server/insurance/hand-in.ts"
import { openCertificate } from "../../server/insurance/read-certificate.ts"
import { invoiceWhatIsDue } from "../../server/invoicing/issue.ts"
import { closeQueue } from "../../server/jobs/queue.ts"
import { ERASED_NAME } from "../../server/retention/pseudonymise.ts"
import { retain } from "../../server/retention/retain.ts"
import { ERASED_STREET } from "../../server/retention/scrub-bookings.ts"
import { dataExports, profiles } from "../../server/schema/accounts.ts"
import { bookings, contracts } from "../../server/schema/bookings.ts"
import { siteConfig } from "../../server/schema/content.ts"
import { deposits } from "../../server/schema/deposits.ts"
import { invoices } from "../../server/schema/invoices.ts"
import { payments } from "../../server/schema/money.ts"
import { readSiteConfig } from "../../server/content/site.ts"
import { storage } from "../../server/storage/current.server.ts"
import { addContract, bookingNow, eventsOf, owner } from "../ends.ts"
import { makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

beforeEach(freshDatabase)
afterEach(closeQueue)

const account = { name: "Elena Roussel", email: "elena@exemple.fr", password: "un bal au bord de l’eau" }
/** It is over whatever the day of the test: an account with a booking to come does not end. */
const day = addDays(dayInParis(new Date()), -60)
/** So many days before or after the rental, at noon. */
const at = (days: number, hours = 0) => new Date(Date.parse(`${addDays(day, days)}T12:00:00Z`) + hours * 3_600_000)
const placedAt = at(-42)
const pdf = new TextEncoder().encode("%PDF-1.7\ntrailer\n%%EOF\n")

function value<Value>(done: { ok: true; value: Value } | { ok: false; error: unknown }): Value {
  if (!done.ok) throw new Error(JSON.stringify(done.error))
  return done.value
}

/** From the request to the last invoice, by the verbs that the screens use. */
async function wholeLife() {
  await readSiteConfig()
  await makeFinanceSettings()
  await db.update(siteConfig).set({
    companyName: "La Belle Équipe",
    companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
    companySiret: "12345678200002",
    vatNumber: "FR11123456782",
  })
  await db.execute(sql`update invoicing_start set day = ${addDays(day, -100)}`)
  const { request } = await signedUp(account)
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  const camille = await owner()
  const product = await makeProduct({ securityDeposit: 50_000, asksInsurance: true })
  const { booking } = value(await placeBooking(onOwnAccount(visitor.profile), makeOrder(product.id, [day]), placedAt))
  const { id, total } = booking
  value(await confirmBooking(camille, id, placedAt))
  const contract = await addContract(id, placedAt)
  await db.update(contracts).set({ status: "signed", signedAt: placedAt }).where(eq(contracts.id, contract.id))
  const paid = {
    id: randomUUID(),
    bookingId: id,
    means: "transfer" as const,
    amount: total,
    receivedOn: addDays(day, -41),
  }
  value(await recordPayment(camille, { ...paid, note: "Virement d’Elena" }, at(-41)))
  value(await handInCertificate(id, pdf, at(-11)))
  value(await noteDepositInHand(camille, id, { means: "cheque", receivedOn: addDays(day, -1) }, at(-1)))
  const photo = await photograph(40, 30)
  for (const [leg, hour] of [
    ["out", -3],
    ["back", 6],
  ] as const)
    value(
      await recordReport(
        camille,
        {
          id: randomUUID(),
          bookingId: id,
          leg,
          damaged: false,
          remarks: "",
          photos: [photo],
          client: { name: "Elena Roussel", signature: { kind: "typed", text: "Elena Roussel" } },
          company: { name: "Camille", signature: { kind: "typed", text: "Camille" } },
        },
        at(0, hour),
      ),
    )
  value(await releaseDeposit(camille, id, at(2)))
  await settleDeposit(id, at(2))
  await transaction((tx) => invoiceWhatIsDue(tx, id, at(2)))
  return { request, visitor, id, number: booking.number, total }
}

test("a whole life of a booking is in the copy of one's data, and outlives its customer's account without their name (D31, D52)", async () => {
  const { request, visitor, id, number, total } = await wholeLife()
  const made = await db.select().from(invoices).where(eq(invoices.bookingId, id))
  expect(made.reduce((sum, { kind, amount }) => sum + (kind === "credit-note" ? -amount : amount), 0)).toBe(total)
  expect((await eventsOf(id)).map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "booking.placed",
      "booking.confirmed",
      "booking.payment-recorded",
      "booking.insurance-handed-in",
      "booking.deposit-received",
      "booking.condition-reported",
      "booking.invoiced",
    ]),
  )

  const [asked] = await db
    .insert(dataExports)
    .values({ userId: visitor.profile.id, askedAt: at(3) })
    .returning()
  if (!asked) throw new Error("The copy was not asked for")
  await makeExport(asked.id, at(3))
  const exportKey = `${visitor.profile.id}/${asked.id}.zip`
  const zip = await (await storage()).get(EXPORT_BUCKET, exportKey)
  const files = unzipSync(new Uint8Array(await new Response(zip?.body).arrayBuffer()))
  const names = Object.keys(files)
  const pdfs = (start: string) =>
    names.filter(
      (name) => name.startsWith(start) && Buffer.from(files[name] ?? []).toString("latin1", 0, 5) === "%PDF-",
    )
  expect(names).toContain(`contrats/contrat-${number}-v1.txt`)
  expect(pdfs("factures/")).toHaveLength(made.length)
  expect(pdfs("etats-des-lieux/").map((name) => /depart|retour/.exec(name)?.[0])).toEqual(["depart", "retour"])
  expect(pdfs("attestations-d-assurance/")).toHaveLength(1)
  const [told] = JSON.parse(Buffer.from(files["donnees.json"] ?? []).toString()).réservations
  expect(told).toMatchObject({
    numéro: number,
    caution: { montant_en_centimes: 50_000, moyen: "cheque", gardé_en_centimes: 0 },
    paiements: [{ moyen: "transfer", montant_en_centimes: total }],
    états_des_lieux: [{ nature: "out" }, { nature: "back" }],
    attestation_d_assurance: { effacée_le: null },
  })
  expect(told.factures).toHaveLength(made.length)

  // A week after the return only the certificate goes; the copy has its own end.
  expect(await retain(at(8))).toBe("erased: 1 insurance")
  expect(await openCertificate(id)).toBeNull()
  expect(await retain(at(8))).toBe("nothing to erase")

  expect((await previewDeletion(visitor, at(9))).blockers).toEqual([])
  const issued = await db.select().from(invoices).where(eq(invoices.bookingId, id))
  value(await deleteOwnAccount(visitor, account.password, request, at(9)))
  expect((await signIn(account, requestFrom())).ok).toBe(false)
  expect(await (await storage()).exists(EXPORT_BUCKET, exportKey)).toBe(false)
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, visitor.profile.id))
  expect(profile).toMatchObject({ name: ERASED_NAME, email: "" })

  // What the law keeps stands as it was; what names somebody or was typed freely does not.
  const kept = await bookingNow(id)
  expect(kept).toMatchObject({ number, total, paymentStatus: "paid", address: { street: ERASED_STREET } })
  expect(await db.select().from(invoices).where(eq(invoices.bookingId, id))).toEqual(issued)
  expect(await db.select().from(payments).where(eq(payments.bookingId, id))).toMatchObject([
    { amount: total, note: null },
  ])
  expect(await db.select().from(deposits).where(eq(deposits.bookingId, id))).toMatchObject([
    { amount: 50_000, kept: 0 },
  ])
  expect(await db.select().from(contracts).where(eq(contracts.bookingId, id))).toMatchObject([{ status: "signed" }])
  expect(await reportsOf(id)).toHaveLength(2)
  expect(JSON.stringify(await db.select().from(bookings).where(eq(bookings.id, id)))).not.toMatch(
    /Elena|quai de la Marne/,
  )

  // Ten years later the booking has nothing left to erase: the account took it.
  expect(await retain(at(4000))).not.toContain("bookings")
}, 60_000)
