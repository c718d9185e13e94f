import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { describe, expect, test } from "vitest"
import type { NextAction } from "../../../../domain/booking/journey.ts"
import type { Day } from "../../../../domain/day.ts"
import { lastCollection, periodsOfPlan } from "../../../../domain/rental/periods.ts"
import { bookEvening } from "../../../../domain/pricing/rate-plan.fixture.ts"
import { NextStep } from "./next-step.tsx"
import type { OwnerBookingView, RefundView } from "./view.ts"

const now = new Date("2027-05-01T09:00:00Z")
const signing: NextAction = { kind: "sign", until: new Date("2027-05-03T09:00:00Z"), change: false }
const idle: NextAction = { kind: "nothing-until-event", on: "2027-06-12" }
const refund = (amount: number, dueOn: RefundView["dueOn"], values: Partial<RefundView> = {}) =>
  ({
    id: `${amount}`,
    kind: "refund",
    amount,
    dueOn,
    late: false,
    made: null,
    isAutomatic: false,
    ...values,
  }) as RefundView
const wish = {
  productName: null,
  periodBefore: { dates: ["2027-06-12"] },
  id: "1",
  period: { dates: ["2027-06-19"] },
  note: null,
  requestedAt: now,
  offer: null,
} as OwnerBookingView["dateRequest"]

function render(next: NextAction, values: Partial<OwnerBookingView> = {}) {
  const view = {
    now,
    hasMail: true,
    booking: { id: "1", number: 7, dates: ["2027-06-12"] },
    journey: { steps: [], next },
    contracts: [],
    refunds: [],
    dateRequest: null,
    contractToSend: false,
    end: null,
    ...values,
  } as unknown as OwnerBookingView
  const Screen = createRoutesStub([{ path: "*", Component: () => <NextStep view={view} /> }])
  const html = renderToStaticMarkup(<Screen />)
  const words = (part: string) => part.replaceAll(/<[^>]+>/g, "").replaceAll(/[\u00a0\u202f]/g, " ")
  const titles = [...html.matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/g)].map(([, title = ""]) => words(title))
  return { titles, text: words(html) }
}

describe("the next step of a booking with a refund owed for months", () => {
  const interest = refund(39_699, "2027-09-01", { reason: "interest" })

  test("the next step keeps the actions of a pending contract", () => {
    const { titles, text } = render(signing, { refunds: [interest] })
    expect(titles).toEqual(["Le client doit signer le contrat", "À rembourser : 396,99 €"])
    for (const act of ["Renvoyer le lien", "Noter une signature", "Noter le remboursement"]) expect(text).toContain(act)
    const undelivered = render({ kind: "sign", until: null, change: false }, { refunds: [interest] }).text
    for (const act of ["Renvoyer le lien", "Remis en main propre", "Noter une signature"])
      expect(undelivered).toContain(act)
    expect(render({ kind: "wait-for-contract" }, { refunds: [interest], contractToSend: true }).titles[0]).toBe(
      "Contrat à envoyer",
    )
  })

  test("the next step keeps the reply to a date change, which hides no contract either", () => {
    const { titles, text } = render(signing, { refunds: [interest], dateRequest: wish })
    expect(titles).toEqual([
      "Répondre au changement de dates",
      "Le client doit signer le contrat",
      "À rembourser : 396,99 €",
    ])
    expect(text).toContain("Voir et répondre")
    expect(render({ kind: "wait-for-dates" }, { dateRequest: wish }).titles).toEqual([
      "Répondre au changement de dates",
    ])
  })

  test("the next step shows every refund, the earliest due date first", () => {
    const refunds = [interest, refund(5_000, "2027-06-01"), refund(1_000, "2027-07-01", { isAutomatic: true })]
    expect(render(signing, { refunds }).titles.slice(1)).toEqual(["À rembourser : 50 €", "À rembourser : 396,99 €"])
  })

  test("the refund comes first when nothing else awaits the owner, and once it is overdue", () => {
    const { titles, text } = render(idle, { refunds: [interest] })
    expect(titles).toEqual(["À rembourser : 396,99 €", "Tout est prêt"])
    expect(text).toContain("Rien d’autre à faire avant le")
    const late = refund(5_000, "2027-04-01", { late: true })
    expect(render(signing, { refunds: [late] }).titles[0]).toBe("À rembourser : 50 €")
    const ended = { kind: "ended", how: "cancelled_by_company", at: now } as const
    expect(render(ended, { refunds: [interest] }).text).not.toContain("de lui-même")
  })
})

describe("the day of the collection", () => {
  const saturday: Day = "2027-06-12"
  const rentals = {
    "a day until noon": { plan: null, hour: 12, collected: "2027-06-13" },
    "a whole calendar day": { plan: null, hour: 0, collected: saturday },
    "hours past midnight": { plan: bookEvening({ startTime: "21:00" }), hour: 12, collected: "2027-06-13" },
    "hours until midnight": { plan: bookEvening(), hour: 12, collected: saturday },
  } as const

  test.each(Object.entries(rentals))("the page names it for %s", (_, { plan, hour, collected }) => {
    const periods = periodsOfPlan(plan, [saturday], { closedDays: new Set(), hour })
    const returnsOn = lastCollection([{ periods }])
    expect(returnsOn).toBe(collected)
    const booking = { id: "1", number: 7, dates: [saturday], isDelivery: true }
    const text = (today: Day) =>
      render({ kind: "event", until: returnsOn }, { today, booking } as unknown as OwnerBookingView).text
    if (collected === saturday) expect(text(saturday)).toContain("En location aujourd’hui.")
    else {
      expect(text(saturday)).toContain("En location jusqu’au dimanche 13 juin 2027.")
      expect(text(collected)).toContain("Reprise aujourd’hui.")
    }
  })

  test("the page names it once it has passed", () => {
    const booking = {
      id: "1",
      number: 7,
      dates: [saturday],
      isDelivery: true,
    } as unknown as OwnerBookingView["booking"]
    expect(render({ kind: "over", on: "2027-06-13" }, { booking }).text).toContain(
      "La reprise était prévue le dimanche 13 juin 2027.",
    )
  })
})
