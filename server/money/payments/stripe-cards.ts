import type Stripe from "stripe"
import type { SavedCard } from "./provider.ts"

type Reference = { id: string } | string | null

export function toSavedCard(customer: Reference, method: string | Stripe.PaymentMethod | null): SavedCard | null {
  if (customer === null || method === null) return null
  const customerId = typeof customer === "string" ? customer : customer.id
  if (typeof method === "string") return { customerId, methodId: method, label: "Carte" }
  const { brand, last4 } = method.card ?? { brand: "card", last4: "" }
  return { customerId, methodId: method.id, label: `${brands[brand] ?? "Carte"} ${last4}`.trim() }
}

const brands: Readonly<Record<string, string>> = {
  amex: "American Express",
  cartes_bancaires: "CB",
  mastercard: "Mastercard",
  visa: "Visa",
}
