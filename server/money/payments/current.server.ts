import { type Environment, environment } from "../../platform/environment.server.ts"
import { isLoopback } from "../../platform/loopback.ts"
import { demoDeposits } from "./demo-deposits.ts"
import { demoProvider } from "./demo.ts"
import type { DepositProvider } from "./deposit-provider.ts"
import type { PaymentProvider } from "./provider.ts"
import { stripeDeposits } from "./stripe-deposits.ts"
import { stripeProvider } from "./stripe.ts"

type CardMode = PaymentProvider["name"] | "none"

type CardEnvironment = Pick<
  Environment,
  "stripe" | "paymentsDemo" | "production" | "origin" | "isOriginConfigured" | "host" | "seed"
>

/** Never the demonstration on a shop that others reach, unless configured: anybody could "pay" there (D27). */
export function cardMode({ stripe, paymentsDemo, production, ...address }: CardEnvironment = environment): CardMode {
  if (stripe) return "stripe"
  if (paymentsDemo || !production || !isReachableByOthers(address)) return "demo"
  return !address.isOriginConfigured && address.seed === "demo" ? "demo" : "none"
}

function isReachableByOthers({
  origin,
  isOriginConfigured,
  host,
}: Pick<CardEnvironment, "origin" | "isOriginConfigured" | "host">): boolean {
  return !isLoopback(isOriginConfigured ? new URL(origin).hostname.replace(/^\[|\]$/g, "") : host)
}

export function cardWarning(settings: CardEnvironment = environment): string | null {
  const mode = cardMode(settings)
  if (mode === "none")
    return "No card is taken, customers pay by transfer: set STRIPE_SECRET_KEY, or PAYMENTS=demo for the demonstration payment"
  if (mode === "demo" && isReachableByOthers(settings))
    return "Payments by card are the demonstration, and other machines reach it: no money moves until STRIPE_SECRET_KEY is set"
  return null
}

let stripe: PaymentProvider | null = null
let deposits: DepositProvider | null = null

export function cardProvider(): PaymentProvider | null {
  const mode = cardMode()
  return mode === "none" ? null : findProvider(mode)
}

export function findProvider(name: PaymentProvider["name"]): PaymentProvider | null {
  if (name === "demo") return demoProvider
  if (!environment.stripe) return null
  stripe ??= stripeProvider(environment.stripe)
  return stripe
}

export function findDepositProvider(name: PaymentProvider["name"]): DepositProvider | null {
  if (name === "demo") return demoDeposits
  if (!environment.stripe) return null
  deposits ??= stripeDeposits(environment.stripe)
  return deposits
}
