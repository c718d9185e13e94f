import { describe, expect, test } from "vitest"
import type { ContractToSign, PaymentToCome } from "../../../server/reports/today/open-matters.ts"
import { contractsToSign, paymentsDue, refundsDue } from "./matters.server.ts"

const now = new Date("2027-05-01T09:00:00Z")
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const booking = {
  id: "00000000-0000-4000-8000-000000000001",
  number: 1001,
  clientName: "Elena",
  productName: "Photomaton bois",
  firstDay: "2027-06-12",
} as const

describe("contracts to sign", () => {
  const only = (values: Partial<ContractToSign>) =>
    contractsToSign([{ ...booking, dueAt: hours(24), change: false, ...values }], now)[0]

  test("a contract to sign shows its deadline", () => {
    expect(only({})).toMatchObject({
      title: "Contrat non signé",
      text: "Photomaton bois, 12 juin 2027. À signer avant le dimanche 2 mai 2027 à 11\u00a0h",
      tag: "dans 24\u00a0h",
    })
  })

  test("an amended contract says so, and one without a mail has no deadline and is handed over on paper", () => {
    expect(only({ change: true, dueAt: null })).toMatchObject({
      title: "Nouveau contrat non signé",
      text: "Photomaton bois, 12 juin 2027",
      tag: "à remettre",
    })
  })
})

describe("refunds due", () => {
  const only = (values: Pick<Parameters<typeof refundsDue>[0][number], "kind" | "reason">) =>
    refundsDue(
      [
        {
          id: booking.id,
          bookingId: booking.id,
          number: 1001,
          clientName: "Elena",
          amount: 4,
          dueOn: "2027-05-10",
          late: false,
          failed: false,
          ...values,
        },
      ],
      "2027-05-01",
    )[0]

  test("a refund shows its kind, and interest its reason", () => {
    expect(only({ kind: "refund", reason: "cancelled" })?.title).toBe("Remboursement\u00a0: 0,04\u202f€")
    expect(only({ kind: "indemnity", reason: "cancelled" })?.title).toBe("Indemnité\u00a0: 0,04\u202f€")
    expect(only({ kind: "indemnity", reason: "interest" })).toMatchObject({
      title: "Intérêts\u00a0: 0,04\u202f€",
      text: "Sur ce qui a été payé plus de trois mois à l’avance. À rendre au plus tard le 10 mai 2027",
    })
  })
})

describe("payments to come", () => {
  const only = (payment: PaymentToCome["payment"], kind: PaymentToCome["kind"]) =>
    paymentsDue([{ ...booking, payment, kind }], now)[0]

  test("a payment without a date is due at the signature", () => {
    expect(only({ amount: 19_080, dueOn: null, late: false }, "down-payment")).toMatchObject({
      title: "Acompte\u00a0: 190,80\u202f€",
      late: false,
      tag: "à la signature",
    })
  })

  test("a payment shows its due day, and is late from the day after", () => {
    const balance = (dueOn: "2027-05-03" | "2027-05-01" | "2027-04-30", late: boolean) =>
      only({ amount: 44_520, dueOn, late }, "balance")
    expect(balance("2027-05-03", false)).toMatchObject({
      title: "Solde\u00a0: 445,20\u202f€",
      late: false,
      tag: "dans 2\u00a0jours",
    })
    expect(balance("2027-05-01", false)).toMatchObject({ tag: "aujourd’hui" })
    expect(balance("2027-04-30", true)).toMatchObject({ late: true, tag: "en retard" })
  })

  test("a payment shows the amount still owed of several or partly paid instalments", () => {
    expect(only({ amount: 63_600, dueOn: null, late: true }, null)?.title).toBe("Reste à payer\u00a0: 636\u202f€")
  })
})
