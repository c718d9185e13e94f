import { daysProblemMessage } from "../../../../domain/availability/days-problem-message.ts"
import { placeLabel, roundTripLabel } from "../../../../domain/delivery/delivery-labels.ts"
import { tooFarLabel } from "../../../../domain/delivery/delivery-rule-labels.ts"
import type { DeliveryQuote } from "../../../../domain/delivery/delivery.ts"
import { readPostcode } from "../../../../domain/delivery/postcode.ts"
import { priceChange } from "../../../../domain/booking/edit.ts"
import { optionField } from "../../../../domain/booking/choice.ts"
import { type Day, addDays, dayInParis, eachDay, isDay } from "../../../../domain/day.ts"
import { dayWithWeekday } from "../../../../domain/day-labels.ts"
import { isClockTime } from "../../../../domain/clock.ts"
import { MAX_RENTAL_DAYS } from "../../../../domain/availability/limits.ts"
import type { Id } from "../../../../domain/id.ts"
import { hasQuantity, isPhotoPackOption, optionTitle } from "../../../../domain/pricing/options.ts"
import { type RatePlan, findPlan } from "../../../../domain/pricing/rate-plan.ts"
import { readWholeNumber } from "../../../../domain/whole-number.ts"
import { listActiveProducts, readProductForRent } from "../../../../server/catalog/queries.ts"
import type { ProductForRent } from "../../../../server/catalog/queries.ts"
import { type SimulationProblem, simulatePrices } from "../../../../server/bookings/simulate-price.ts"
import { lowestPriceOfLastDays } from "../../../../server/catalog/lowest-price.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"
import type { SimulatorView } from "./view.ts"

const count = (text: string | null, max: number) => Math.min(readWholeNumber(text ?? "") ?? 0, max)

/** Every field has a value in the address, so a simulation can be bookmarked. */
export async function readSimulator(values: URLSearchParams, at: Date): Promise<SimulatorView> {
  const today = dayInParis(at)
  const products = (await listActiveProducts()).map(({ id, name }) => ({ id, name }))
  const product = await readProductForRent(values.get("produit") ?? products[0]?.id ?? "")
  if (!product) return { products, product: null }
  const fields = readFields(values, product, today)
  const { plan } = fields
  const options = product.offers
    .filter(({ name }) => !isPhotoPackOption(name))
    .map((offer) => ({
      field: optionField(offer.id),
      label: optionTitle(offer),
      isTicked: !hasQuantity(offer),
      quantity: count(values.get(optionField(offer.id)), 9_999),
      offer,
    }))
  const days = eachDay(fields.date, addDays(fields.date, plan?.kind === "day" ? fields.days - 1 : 0))
  const simulated = await simulatePrices(product, {
    order: {
      days,
      plan: plan?.id ? { id: plan.id, startTime: fields.start, extraHours: fields.extraHours } : null,
      options: options.map(({ offer, quantity }) => ({ optionId: offer.id, quantity })),
      photoPacks: fields.photoPacks,
    },
    address: fields.zipCode === "" ? null : { street: "", zipCode: fields.zipCode, city: fields.city },
    requestedOn: fields.requestedOn,
  })
  const { requested, weekLater, delivery } = simulated
  return {
    products,
    product: {
      id: product.id,
      plans: product.plans.map(({ id, name }) => ({ id: id ?? "", name })),
      plan: { id: plan?.id ?? "", kind: plan?.kind ?? "day", starts: plan?.kind === "hours" ? plan.startTimes : [] },
      fields,
      lowestPrice: await lowestPriceOfLastDays({ product: product.id, plan: planTarget(plan) }, at),
      options: options.map(({ offer: _, ...option }) => option),
      delivery: delivery && deliveryText(delivery, fields.zipCode),
      result: requested.ok
        ? {
            on: dayWithWeekday(requested.value.first),
            later: dayWithWeekday(addDays(requested.value.first, 7)),
            change: priceChange(requested.value.price, weekLater.ok ? weekLater.value.price : requested.value.price),
            laterProblem: weekLater.ok ? null : problemText(weekLater.error),
          }
        : null,
      problem: requested.ok ? null : problemText(requested.error),
    },
  }
}

function readFields(values: URLSearchParams, product: ProductForRent, today: Day) {
  const typedDay = (name: string, usual: Day) => {
    const text = values.get(name) ?? ""
    return isDay(text) ? text : usual
  }
  const plan: RatePlan | null = findPlan(product.plans, toId(values.get("formule"), product)) ?? null
  const start = values.get("debut") ?? ""
  const starts = plan?.kind === "hours" ? plan.startTimes : []
  return {
    plan,
    date: typedDay("date", addDays(today, 30)),
    requestedOn: typedDay("demande", today),
    days: Math.max(1, count(values.get("jours"), MAX_RENTAL_DAYS) || (plan?.kind === "day" ? plan.minimumDays : 1)),
    start: isClockTime(start) && starts.includes(start) ? start : (starts[0] ?? null),
    extraHours: count(values.get("heures"), 24),
    photoPacks: count(values.get("packs"), 999),
    zipCode: readPostcode(values.get("cp") ?? "") ?? "",
    city: (values.get("ville") ?? "").trim().slice(0, 100),
  }
}

/** A plan of the product displayed before is not this one's. */
function toId(text: string | null, { plans }: ProductForRent) {
  return plans.find(({ id }) => id !== null && id === text)?.id
}

function planTarget(plan: RatePlan | null): Id | null {
  return plan && plan.kind !== "day" ? plan.id : null
}

function deliveryText(quote: DeliveryQuote, zipCode: string): string {
  const place = placeLabel(zipCode, quote.kind === "to-confirm" ? null : quote.centre, quote)
  if (quote.kind === "to-confirm") return `Livraison à ${place}\u00a0: distance à confirmer.`
  if (quote.kind === "too-far") return tooFarLabel(quote, place)
  return `Livraison à ${place}\u00a0: ${roundTripLabel(quote.distanceKm)}.`
}

function problemText(problem: SimulationProblem): string {
  return problem.kind === "plan-refused" ? daysProblemMessage(problem) : choiceProblemText(problem.problem)
}
