import { expect, test } from "vitest"
import { type JourneyFacts, journeyOf } from "../../../../domain/booking/journey.ts"
import { framesOf } from "./frames.ts"
import type { BookingView } from "./view.ts"

const now = new Date("2027-05-01T09:00:00Z")
const waiting: JourneyFacts = {
  status: "confirmed",
  requestedAt: now,
  answerDueAt: now,
  expiresAt: null,
  confirmedAt: now,
  firstDay: "2027-06-12",
  lastDay: "2027-06-13",
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
  datesAsked: false,
}
const signed: JourneyFacts = { ...waiting, contract: { signedAt: now, waiting: null } }

test.each([
  ["to be signed", { ...waiting, money: { ...waiting.money, paid: 0 } }, "250\u202f€, après signature"],
  ["signed", signed, "175\u202f€ au plus tard le samedi 5 juin"],
  ["signed, and other days are asked for", { ...signed, datesAsked: true }, "Reste 175\u202f€ à payer"],
  [
    "signed, and a change of it waits",
    { ...signed, contract: { ...waiting.contract, signedAt: now } },
    "Reste 175\u202f€ à payer",
  ],
])("what is left to pay of a contract that is %s", (_, facts, text) => {
  const { total, paid } = facts.money
  const view = {
    now,
    journey: journeyOf(facts, now),
    price: { total },
    paid,
    days: ["2027-06-12"],
    place: { isDelivery: true },
  }
  const payment = framesOf(view as unknown as BookingView)[3]
  expect([payment?.title, payment?.text]).toEqual(["Paiement", text])
})
