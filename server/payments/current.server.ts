import { type Environment, environment } from "../environment.server.ts"
import { isLoopback } from "../loopback.ts"
import { demoDeposits } from "./demo-deposits.ts"
import { demoProvider } from "./demo.ts"
import type { DepositProvider } from "./deposit-provider.ts"
import type { PaymentProvider } from "./provider.ts"
import { stripeDeposits } from "./stripe-deposits.ts"
import { stripeProvider } from "./stripe.ts"

/** How cards are taken: by Stripe, as a demonstration, or not at all. */
export type CardWay = PaymentProvider["name"] | "none"

type Given = Pick<Environment, "stripe" | "paymentsDemo" | "production" | "origin" | "originGiven" | "host">

/**
 * Stripe once its key is set, whatever else is. Without one, the demonstration (D27): while developing, on an address
 * that only this machine reaches, or where PAYMENTS=demo asks for it. A public shop without a key takes no cards: one
 * with a public ORIGIN, and one without any that listens for other machines, where anybody could "pay".
 */
export function cardWay({ stripe, paymentsDemo, production, origin, originGiven, host }: Given = environment): CardWay {
  if (stripe) return "stripe"
  const reachedAt = originGiven ? new URL(origin).hostname.replace(/^\[|\]$/g, "") : host
  const isPublic = !isLoopback(reachedAt)
  return paymentsDemo || !production || !isPublic ? "demo" : "none"
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
