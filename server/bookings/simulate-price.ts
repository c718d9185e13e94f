import { type Day, addDays } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import { type ChoiceProblem, type Price, bookOptions, checkPhotoPacks, priceOf } from "../../domain/pricing/price.ts"
import { rulesForRental } from "../../domain/pricing/price-rule.ts"
import { type PlanProblem, agreedPlan, bookPlan } from "../../domain/pricing/rate-plan.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type ProductForRent, toTariff } from "../catalog/queries.ts"
import type { PostalAddress } from "../../domain/booking/booking.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { type RentalOrder, zoneOf } from "./quote-order.ts"

type Simulation = { first: Day; price: Price }

export type SimulationProblem =
  | { kind: "plan-refused"; problem: PlanProblem }
  | { kind: "choice-refused"; problem: ChoiceProblem }

type PriceToSimulate = {
  order: Pick<RentalOrder, "days" | "plan" | "options" | "photoPacks">
  address: PostalAddress | null
  requestedOn: Day
}

type Simulated = {
  delivery: AddressQuote | null
  requested: Result<Simulation, SimulationProblem>
  weekLater: Result<Simulation, SimulationProblem>
}

/** A booking's price on these days and a week later, whether they are free or not. Reserves nothing. */
export async function simulatePrices(product: ProductForRent, sought: PriceToSimulate): Promise<Simulated> {
  const { order, address, requestedOn } = sought
  const delivery = address && (await quoteForAddress(address))
  const fee = delivery?.kind === "quoted" ? delivery.fee : null
  const price = (days: readonly Day[]) =>
    simulate(product, { ...order, days }, { fee, zone: zoneOf(delivery), requestedOn })
  return { delivery, requested: price(order.days), weekLater: price(order.days.map((day) => addDays(day, 7))) }
}

function simulate(
  product: ProductForRent,
  order: PriceToSimulate["order"],
  { fee, zone, requestedOn }: { fee: Cents | null; zone: string | undefined; requestedOn: Day },
): Result<Simulation, SimulationProblem> {
  const planned = bookPlan(product.plans, order.plan, order.days)
  if (!planned.ok) return err({ kind: "plan-refused", problem: planned.error })
  const { days } = planned.value
  const plan = agreedPlan(planned.value.plan)
  const options = bookOptions(product.offers, order.options)
  const packsProblem = checkPhotoPacks(order.photoPacks)
  const problem = options.ok ? packsProblem : options.error
  if (problem) return err({ kind: "choice-refused", problem })
  const price = priceOf({
    product: toTariff(product),
    days: days.length,
    plan,
    rules: rulesForRental({ rules: product.rules, requestedOn }, { productId: product.id, plan, days }),
    options: options.ok ? options.value : [],
    photoPacks: order.photoPacks,
    deliveryFee: fee,
    zone,
  })
  return ok({ first: days[0] ?? requestedOn, price })
}
