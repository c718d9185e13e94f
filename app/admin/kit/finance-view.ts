import type { PostalAddress } from "../../../domain/booking/booking.ts"
import type { PlacePrecision } from "../../../domain/delivery/delivery.ts"
import type { CancellationTier } from "../../../domain/finance/cancellation-labels.ts"
import type { Flash } from "./flash.ts"

export type FinanceValues = Readonly<Record<FinanceField, string>>

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
  downPaymentInvoiceDays: "Délai de paiement sur facture",
  maxSecurityDeposit: "Caution, au plus",
  cancellationTiers: "Paliers d’annulation",
  withdrawalDays: "Délai de rétractation",
  pendingExpiryDays: "Demande sans réponse",
  quoteValidityDays: "Devis valable",
  quoteReminderDays: "Première relance",
  quoteSecondReminderDays: "Deuxième relance",
  quoteLastReminderDays: "Dernière relance",
  rentalDayStartsAt: "Heure de la boutique",
  deliveryFrom: "Livraison, à partir de",
  deliveryTo: "Livraison, jusqu’à",
  collectionFrom: "Reprise, à partir de",
  collectionTo: "Reprise, jusqu’à",
  iban: "IBAN",
  bic: "BIC",
} as const

export type FinanceField = Exclude<keyof typeof financeLabels, "cancellationTiers">

export type WarehousePlace = {
  /** null when the coordinates did not come from the address service. */
  label: string | null
  precision: PlacePrecision | null
  lat: number
  lng: number
}

export type FinanceView = {
  values: FinanceValues
  tiers: readonly CancellationTier[]
  /** null without depot coordinates. */
  place: WarehousePlace | null
  version: string
  legalRates: LegalRateView
  flash: Flash | null
}

export type LegalRateView = {
  recorded: readonly { label: string; rate: string }[]
  /** Likeliest first. */
  open: readonly { value: string; label: string }[]
  /** null when none is missing. */
  missing: string | null
}

export type Calculation = {
  title: string
  tone: "info" | "warning"
  lines: readonly string[]
  amount: string | null
  values: PostalAddress
}
