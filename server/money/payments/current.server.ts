import { type Environment, environment } from "../../platform/environment.server.ts"
import { isLoopback } from "../../platform/loopback.ts"
import { demoDeposits } from "./demo-deposits.ts"
import { demoProvider } from "./demo.ts"
import type { DepositProvider } from "./deposit-provider.ts"
import type { PaymentProvider } from "./provider.ts"
import { stripeDeposits } from "./stripe-deposits.ts"
import { stripeProvider } from "./stripe.ts"

/** How cards are taken: by Stripe, as a demonstration, or not at all. */
export type CardWay = PaymentProvider["name"] | "none"

type Given = Pick<Environment, "stripe" | "paymentsDemo" | "production" | "origin" | "originGiven" | "host" | "seed">

/**
 * Stripe once its key is set, whatever else is. Without one, the demonstration (D27): while developing, where PAYMENTS=demo
 * asks for it, on an address that only this machine reaches, and in the demonstration shop that has no public ORIGIN, in a
 * container say. Any other shop that other machines reach takes no cards: anybody could "pay" there.
 */
export function cardWay({ stripe, paymentsDemo, production, ...reached }: Given = environment): CardWay {
  if (stripe) return "stripe"
  if (paymentsDemo || !production || !isReachedByOthers(reached)) return "demo"
  return !reached.originGiven && reached.seed === "demo" ? "demo" : "none"
}

function isReachedByOthers({ origin, originGiven, host }: Pick<Given, "origin" | "originGiven" | "host">): boolean {
  return !isLoopback(originGiven ? new URL(origin).hostname.replace(/^\[|\]$/g, "") : host)
}

/** What the operator should read at each start about cards, in English; null where nothing is surprising. */
export function cardWarning(given: Given = environment): string | null {
  const way = cardWay(given)
  if (way === "none")
    return "No card is taken, customers pay by transfer: set STRIPE_SECRET_KEY, or PAYMENTS=demo for the demonstration payment"
  if (way === "demo" && isReachedByOthers(given))
    return "Payments by card are the demonstration, and other machines reach it: no money moves until STRIPE_SECRET_KEY is set"
  return null
}

let stripe: PaymentProvider | null = null
let deposits: DepositProvider | null = null

/** Who takes cards in this shop now; null for nobody. */
export function cardProvider(): PaymentProvider | null {
  const way = cardWay()
  return way === "none" ? null : providerNamed(way)
}

/** The provider that opened a session, whatever the shop uses today; null when its key has gone. */
export function providerNamed(name: PaymentProvider["name"]): PaymentProvider | null {
  if (name === "demo") return demoProvider
  if (!environment.stripe) return null
  stripe ??= stripeProvider(environment.stripe)
  return stripe
}

/** Who authorises a deposit that was saved there, whatever the shop uses today; null when its key has gone. */
export function depositProviderNamed(name: PaymentProvider["name"]): DepositProvider | null {
  if (name === "demo") return demoDeposits
  if (!environment.stripe) return null
  deposits ??= stripeDeposits(environment.stripe)
  return deposits
}
