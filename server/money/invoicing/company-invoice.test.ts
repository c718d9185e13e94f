import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { CompanyOrder } from "../../../domain/accounts/company-order.ts"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { amountDue } from "../../../domain/invoicing/invoice.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import {
  contractAt,
  hours,
  lastSecret,
  shopWithTemplate,
  signingForm,
  visit,
} from "../../../tests/contracts/signing.ts"
import { invoicingCompany } from "../../../tests/ends.ts"
import { clearJobs } from "../../../tests/harness/jobs.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { confirmBooking } from "../../bookings/answer.ts"
import { cancelOwnBooking, previewCancellation } from "../../bookings/cancel.ts"
import { placeBooking } from "../../bookings/place.ts"
import { sendContract } from "../../contracts/send-contract.ts"
import { signContract } from "../../contracts/sign.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { NOT_DUE } from "../../platform/queue/sweep.ts"
import { requestPayment } from "../payments/ask-payments.ts"
import { recordPayment } from "../finance/payments.ts"
import { issueDueInvoices } from "./issue.ts"

const company: CompanyOrder = {
  name: "Atelier Morel",
  siret: "55208131766522",
  contact: "Elena Marchetti",
  purchaseOrder: "BC-2027-118",
  buyerReference: "SERVICE-FETES",
  invoiceDueDays: 8,
}

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await invoicingCompany()
  camille = await shopWithTemplate()
  await clearJobs()
})

/** 250 € on 12 June, 75 € of them due at the signature of 1 May. */
async function signCompanyBooking(ordered = company, days: ["2027-05-10"] | ["2027-06-12"] = ["2027-06-12"]) {
  const elena = await makeCustomer({ name: "Elena" })
  const party = ownAccountParty(elena)
  const order = { ...makeOrder((await makeProduct()).id, days), company: ordered }
  const placed = await placeBooking({ party, order, at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id } = placed.value.booking
  await confirmBooking(camille, id, now)
  await sendContract({ bookingId: id, confirmedAt: now.toISOString() }, now)
  const contract = await contractAt(id, 1)
  const signed = await signContract({ by: "link", secret: await lastSecret() }, signingForm(contract), visit, hours(1))
  if (!signed.ok) throw new Error(signed.error.kind)
  return { id, party, contract }
}

const listInvoices = (bookingId: Awaited<ReturnType<typeof signCompanyBooking>>["id"]) =>
  db
    .select()
    .from(invoices)
    .where(eq(invoices.bookingId, bookingId))
    .orderBy(invoices.issuedAt, invoices.series, invoices.sequence)

test("a company's contract and down payment invoice name it, its order, and the day to pay (D71)", async () => {
  const { id, contract } = await signCompanyBooking()
  expect(contract.clientType).toBe("business")
  const [invoice, ...others] = await listInvoices(id)
  expect(others).toEqual([])
  expect(invoice).toMatchObject({
    kind: "down-payment",
    total: 7_500,
    content: {
      dueOn: "2027-05-09",
      received: [],
      buyer: {
        name: "Atelier Morel",
        contact: "Elena Marchetti",
        siren: "552081317",
        isBusiness: true,
        purchaseOrder: "BC-2027-118",
        reference: "SERVICE-FETES",
      },
    },
  })
  expect(invoice && amountDue(invoice.content)).toBe(7_500)
})

test("the transfer that pays the down payment invoice makes no second one", async () => {
  const { id } = await signCompanyBooking()
  const payment = { bookingId: id, means: "transfer" as const, receivedOn: "2027-05-04" as const, note: "" }
  await recordPayment(camille, { ...payment, id: crypto.randomUUID(), amount: 7_500 }, hours(72))
  expect(await listInvoices(id)).toHaveLength(1)
  await recordPayment(camille, { ...payment, id: crypto.randomUUID(), amount: 17_500 }, hours(73))
  expect((await listInvoices(id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["down-payment", 7_500],
    ["final", 17_500],
  ])
})

test("a company is reminded only once its invoice is due", async () => {
  const { id } = await signCompanyBooking()
  const remind = (at: Date) => transaction((tx) => requestPayment(tx, id, at))
  expect(await remind(hours(24 * 5))).toBe(NOT_DUE)
  expect(await remind(hours(24 * 8 + 2))).toBe("late")
})

test("an unpaid down payment is credited when the booking ends before it is due", async () => {
  const { id, party } = await signCompanyBooking()
  await endByCustomer(id, party, hours(48))
  expect((await listInvoices(id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["down-payment", 7_500],
    ["credit-note", 7_500],
  ])
})

test("what the terms keep of a due down payment stays invoiced (D53)", async () => {
  const { id, party } = await signCompanyBooking()
  // 23 days before the first day, half the price is kept, and at most what was due.
  await endByCustomer(id, party, hours(24 * 19))
  expect((await listInvoices(id)).map(({ kind, amount }) => [kind, amount])).toEqual([["down-payment", 7_500]])
})

async function endByCustomer(
  id: Awaited<ReturnType<typeof signCompanyBooking>>["id"],
  party: Awaited<ReturnType<typeof signCompanyBooking>>["party"],
  at: Date,
) {
  const preview = await previewCancellation(party, id, at)
  if (!preview.ok) throw new Error(preview.error.kind)
  const ended = await cancelOwnBooking(party, id, { expected: preview.value.settlement }, at)
  if (!ended.ok) throw new Error(ended.error.kind)
  await transaction((tx) => issueDueInvoices(tx, id, new Date(at.getTime() + 3_600_000)))
}
