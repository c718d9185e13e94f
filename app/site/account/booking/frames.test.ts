import { expect, test } from "vitest"
import { type JourneyFacts, journeyOf } from "../../../../domain/booking/journey.ts"
import { journeyFrames } from "./frames.ts"
import type { BookingView } from "./view.ts"

const now = new Date("2027-05-01T09:00:00Z")
const waiting: JourneyFacts = {
  status: "confirmed",
  requestedAt: now,
  answerDueAt: now,
  expiresAt: null,
  confirmedAt: now,
  firstDay: "2027-06-12",
  returnsOn: "2027-06-13",
  contract: { signedAt: null, waiting: { sent: true, dueAt: new Date("2027-05-03T09:00:00Z") } },
  money: {
    total: 25_000,
    paid: 7_500,
    instalments: [
      { kind: "down-payment", amount: 7_500, dueOn: null },
      { kind: "balance", amount: 17_500, dueOn: "2027-06-05" },
    ],
  },
  end: null,
  datesRequested: false,
  returnedOn: null,
}
const signed: JourneyFacts = { ...waiting, contract: { signedAt: now, waiting: null } }

const framesAt = (facts: JourneyFacts, view: Partial<BookingView>) =>
  journeyFrames({
    now,
    journey: journeyOf(facts, now),
    price: { total: 25_000 },
    when: { dates: ["2027-06-12"] },
    place: { isDelivery: true },
    ...view,
  } as unknown as BookingView)

const requested: JourneyFacts = {
  ...waiting,
  status: "pending",
  answerDueAt: new Date("2027-05-02T09:00:00Z"),
  expiresAt: new Date("2027-05-08T09:00:00Z"),
  confirmedAt: null,
  contract: { signedAt: null, waiting: null },
}

test("the reply is promised for the day of the mail, not for the end of the request", () => {
  const confirmation = (facts: JourneyFacts) => framesAt(facts, { paid: 0, received: 0 })[1]?.text
  expect(confirmation(requested)).toBe("Réponse au plus tard dimanche 2 mai 2027 à 11\u00a0h")
  expect(confirmation({ ...requested, answerDueAt: now })).toBe("Notre réponse a pris du retard")
})

test("an ended booking no longer promises its date", () => {
  const end = { kind: "withdrawn", at: now } as const
  const confirmation = (facts: JourneyFacts) => framesAt(facts, { paid: 0, received: 0 })[1]?.text
  expect(confirmation(signed)).toBe("La date est à vous")
  expect(confirmation({ ...signed, status: "cancelled", end })).toBe("Nous avions confirmé")
})

test.each([
  ["given back", { received: 7_500, paid: 0 }, "done", "75\u202f€ reçus, et rendus"],
  ["kept in part", { received: 7_500, paid: 2_500 }, "done", "75\u202f€ reçus, dont 50\u202f€ rendus"],
  ["not given back yet", { received: 7_500, paid: 7_500 }, "done", "75\u202f€ reçus"],
  ["never paid", { received: 0, paid: 0 }, "stopped", "Arrêt le samedi 1er mai"],
])("an ended booking shows its payment: %s", (_, money, state, text) => {
  const ended: JourneyFacts = { ...signed, status: "cancelled", end: { kind: "cancelled_by_customer", at: now } }
  const facts = { ...ended, money: { ...ended.money, paid: money.paid } }
  const payment = framesAt(facts, money)[3]
  expect([payment?.state, payment?.text]).toEqual([state, text])
})

test.each([
  ["to be signed", { ...waiting, money: { ...waiting.money, paid: 0 } }, "250\u202f€, après signature"],
  ["signed", signed, "175\u202f€ au plus tard le samedi 5 juin"],
  ["signed, and other days are asked for", { ...signed, datesRequested: true }, "Reste 175\u202f€ à payer"],
  [
    "signed, and a change of it waits",
    { ...signed, contract: { ...waiting.contract, signedAt: now } },
    "Reste 175\u202f€ à payer",
  ],
])("the amount left to pay is stated for a contract that is %s", (_, facts, text) => {
  const { total, paid } = facts.money
  const view = {
    now,
    journey: journeyOf(facts, now),
    price: { total },
    paid,
    when: { dates: ["2027-06-12"] },
    place: { isDelivery: true },
  }
  const payment = journeyFrames(view as unknown as BookingView)[3]
  expect([payment?.title, payment?.text]).toEqual(["Paiement", text])
})

test.each([
  [0, "250 €, après signature"],
  [25_000, "Tout est payé"],
  [50_000, "Tout est payé, 250 € à vous rendre"],
])("the amount left to pay before the signature is never negative: %s cents paid", (paid, expectedText) => {
  const view = {
    now: new Date("2027-05-01T09:00:00Z"),
    paid,
    price: { total: 25_000 },
    journey: {
      steps: [{ name: "payment", state: "ahead", date: null }],
      next: { kind: "sign", until: null, change: false },
    },
  } as unknown as BookingView
  expect(String(journeyFrames(view)[0]?.text).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(expectedText)
})
