import type { PlacePrecision } from "../../../domain/delivery/delivery.ts"
import type { CancellationTier } from "../../../domain/finance/cancellation-labels.ts"
import type { Flash } from "./flash.ts"

/** Every typed setting by name, as its field shows it. */
export type FinanceValues = Readonly<Record<FinanceField, string>>

/** The settings by name, as the owner reads them. */
export const financeLabels = {
  deliveryFeePerKm: "Frais par kilomètre",
  freeDeliveryThreshold: "Livraison gratuite jusqu’à",
  maximumDeliveryDistance: "Distance maximale",
  deliversToCorsica: "Livraison en Corse",
  warehouseStreet: "Adresse du dépôt",
  warehouseZipCode: "Code postal du dépôt",
  warehouseCity: "Ville du dépôt",
  vatMode: "Régime de TVA",
  vatRate: "Taux de TVA",
  vatOnDebits: "TVA sur les débits",
  downPaymentPercent: "Acompte",
  balanceDaysBefore: "Solde",
  cancellationTiers: "Paliers d’annulation",
  withdrawalDays: "Délai de rétractation",
  pendingExpiryDays: "Demande sans réponse",
  iban: "IBAN",
  bic: "BIC",
} as const

export type FinanceField = Exclude<keyof typeof financeLabels, "cancellationTiers">

export type WarehousePlace = {
  /** What the address service found; null for coordinates that came otherwise. */
  label: string | null
  precision: PlacePrecision | null
  lat: number
  lng: number
}

export type FinanceView = {
  values: FinanceValues
  tiers: readonly CancellationTier[]
  /** Null while deliveries have nowhere to start from. */
  place: WarehousePlace | null
  seen: string
  holdMinutes: number
  legalRates: LegalRateView
  flash: Flash | null
}

/** The legal rates of interest, in the owner's words. */
export type LegalRateView = {
  known: readonly { label: string; rate: string }[]
  /** Half-years whose rate may be noted or corrected, the likeliest first. */
  open: readonly { value: string; label: string }[]
  /** The half-years that have none; null where all have. */
  missing: string | null
}

/** The calculator's answer, in words, for the address that was typed. */
export type Calculation = {
  title: string
  tone: "info" | "warning"
  lines: readonly string[]
  amount: string | null
  values: CalculatorValues
}
export type CalculatorValues = { street: string; zipCode: string; city: string }
