import { describe, expect, test } from "vitest"
import type { UnpaidBooking } from "../../../server/today/open-matters.ts"
import { contractsToSign, paymentsDue } from "./matters.server.ts"

const now = new Date("2027-05-01T09:00:00Z")
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const agreement: UnpaidBooking["agreement"] = {
  version: 1,
  downPaymentPercent: 30,
  balanceDaysBefore: 7,
  cancellationTiers: [],
  withdrawalDays: 14,
  securityDeposit: 0,
  vatMode: "included",
  vatRate: 2000,
  vatOnDebits: false,
  transfer: { iban: null, reference: "Réservation 1001" },
}

function booking(values: Partial<UnpaidBooking> = {}): UnpaidBooking {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    number: 1001,
    clientName: "Elena",
    productName: "Photomaton bois",
    firstDay: "2027-06-12",
    total: 63_600,
    paymentStatus: "awaiting",
    confirmedAt: hours(-24),
    contractDueAt: hours(24),
    agreement,
    hasContract: true,
    ...values,
  }
}

describe("contracts to sign", () => {
  test("come with their deadline, late once it has passed", () => {
    const told = contractsToSign(
      [booking({ clientName: "Elena", contractDueAt: hours(-1) }), booking({ clientName: "Karim" })],
      now,
    )
    expect(told.map(({ clientName, late, tag }) => [clientName, late, tag])).toEqual([
      ["Elena", true, "dépassé"],
      ["Karim", false, "dans 24\u00a0h"],
    ])
    expect(told[0]?.text).toContain("12 juin. À signer avant le samedi 1er mai 2027 à 10:00")
  })

  test("say when it is still to be written, and are not late before it is sent", () => {
    expect(contractsToSign([booking({ hasContract: false, contractDueAt: hours(-1) })], now)[0]).toMatchObject({
      title: "Contrat à établir",
      late: false,
      tag: "à établir",
    })
  })
})

describe("payments to come", () => {
  const only = (values: Partial<UnpaidBooking>) => paymentsDue([booking(values)], now)[0]

  test("are the down payment at signature, late once the signature is", () => {
    expect(only({})).toMatchObject({ title: "Acompte\u00a0: 190,80\u202f€", late: false, tag: "à la signature" })
    expect(only({ contractDueAt: hours(-48) })).toMatchObject({ late: true, tag: "en retard" })
  })

  test("are the balance by its day, late from the day after", () => {
    const balance = { paymentStatus: "down_payment_paid", contractDueAt: null } as const
    expect(only({ ...balance, firstDay: "2027-05-10" })).toMatchObject({
      title: "Solde\u00a0: 445,20\u202f€",
      late: false,
      tag: "dans 2\u00a0jours",
    })
    expect(only({ ...balance, firstDay: "2027-05-08" })).toMatchObject({ late: false, tag: "aujourd’hui" })
    expect(only({ ...balance, firstDay: "2027-05-07" })).toMatchObject({ late: true, tag: "en retard" })
  })

  test("are the whole when nothing came before the balance was due", () => {
    expect(only({ firstDay: "2027-05-03", contractDueAt: null, confirmedAt: hours(-240) })).toMatchObject({
      title: "Totalité\u00a0: 636\u202f€",
      late: true,
    })
  })
})
