import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { priceOf } from "../../../domain/pricing/price.ts"
import { bookEvening } from "../../../domain/pricing/rate-plan.fixture.ts"
import type { BookedPlan } from "../../../domain/pricing/rate-plan.ts"
import { PriceSummary, SummaryLines, useBarTotal } from "./price-summary.tsx"

const tariff = { name: "Borne", dailyPrice: 12_000, photoPackPrice: 700, photoPackQuantity: 18 }
const quoted: DeliveryQuote = { kind: "quoted", distanceKm: 24, fee: 4_800, centre: "Nogent-sur-Marne" }
const tooFar: DeliveryQuote = { kind: "too-far", distanceKm: 1_320, maximumKm: 150 }

function propsOf(days: Day[], quote: DeliveryQuote | null, isDelivery = true) {
  const deliveryFee = isDelivery && quote && quote.kind !== "too-far" ? quote.fee : null
  return {
    price: priceOf({ product: tariff, days: days.length, options: [], photoPacks: 0, deliveryFee }),
    tariff,
    days,
    plan: null as BookedPlan | null,
    delivery: quote && { quote, place: "94130", town: "Nogent-sur-Marne" },
    isDelivery,
    allAvailable: true,
    securityDeposit: 0,
    holdMinutes: null,
    isLastStep: false,
  }
}

const summary = (...of: Parameters<typeof propsOf>) => renderToStaticMarkup(<PriceSummary {...propsOf(...of)} />)

function Bar(props: ReturnType<typeof propsOf>) {
  const { total, caption } = useBarTotal(props)
  return `${total} | ${caption}`
}
const bar = (...of: Parameters<typeof propsOf>) => renderToStaticMarkup(<Bar {...propsOf(...of)} />)

test("the summary shows the price of one day and no total before a day is selected", () => {
  expect(summary([], null)).not.toContain("Total")
  expect(summary([], null)).toContain("par jour")
  expect(bar([], null)).toBe("120\u202f€ | par jour, TTC")
})

test("the last screen does not promise its own total", () => {
  const props = propsOf(["2027-06-12"], quoted)
  const promise = "Prix définitif"
  expect(renderToStaticMarkup(<PriceSummary {...props} />)).toContain(promise)
  expect(renderToStaticMarkup(<PriceSummary {...props} isLastStep />)).not.toContain(promise)
})

test("the deposit stands beside every step with an explanation, and only where one is required", () => {
  const props = propsOf(["2027-06-12"], quoted)
  const html = renderToStaticMarkup(<PriceSummary {...props} securityDeposit={30_000} />)
  expect(html).toContain("Caution de 300\u202f€")
  expect(html).toContain("une empreinte de carte")
  expect(summary(["2027-06-12"], quoted)).not.toContain("Caution")
  const lines = renderToStaticMarkup(<SummaryLines {...props} securityDeposit={30_000} />)
  expect(lines).toContain("Caution de 300\u202f€")
})

test("a total without delivery says so, beside every step and at the foot", () => {
  for (const quote of [null, tooFar, { kind: "to-confirm", distanceKm: 0, fee: 0 } as const]) {
    expect(summary(["2027-06-12"], quote)).toContain("Total TTC, hors livraison")
    expect(bar(["2027-06-12"], quote)).toBe("120\u202f€ | Total TTC, hors livraison, 1\u00a0jour")
  }
})

test("a total with delivery, or for pick-up, is the plain total, and the town shows its postcode", () => {
  expect(bar(["2027-06-12"], quoted)).toBe("168\u202f€ | Total TTC, 1\u00a0jour")
  expect(bar(["2027-06-12"], tooFar, false)).toBe("120\u202f€ | Total TTC, 1\u00a0jour")
  expect(summary(["2027-06-12"], quoted).replace(/<\/?span[^>]*>/g, "")).toContain(
    "Nogent-sur-Marne (94130), 24\u00a0km aller-retour",
  )
})

test("a rental by the hour has its price before a day is chosen, and its hours with it", () => {
  const plan = bookEvening({ extraHours: 1 })
  const props = { ...propsOf([], null), plan }
  const before = renderToStaticMarkup(<PriceSummary {...props} />)
  expect(before).toContain("Choisissez votre jour")
  expect(before).toContain("Borne, Soirée 4 h")
  expect(before).toContain("les 4\u00a0heures")
  const times = "samedi 12 juin, de 20\u00a0h à 1\u00a0h"
  const chosen = renderToStaticMarkup(<PriceSummary {...props} days={["2027-06-12"]} times={times} />)
  expect(chosen).toContain("Samedi 12 juin, de 20\u00a0h à 1\u00a0h")
  expect(renderToStaticMarkup(<Bar {...props} days={["2027-06-12"]} />)).toContain("5\u00a0h")
})
