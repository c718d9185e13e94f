import { cancellationSentences } from "../../../domain/content/cancellation-labels.ts"
import { ibanLabel } from "../../../domain/finance/iban.ts"
import { CART_LIFETIME_MINUTES } from "../../../domain/cart/cart.ts"
import { type FinanceSettings, warehouseOf } from "../../../server/finance/queries.ts"
import type { FinanceValues, FinanceView, financeLabels } from "../kit/finance-view.ts"

/** As it is typed into a field: "2,5". */
function decimalText(number: number): string {
  return String(number).replace(".", ",")
}

function valuesOf(settings: FinanceSettings): FinanceValues {
  const { maximumDeliveryDistance: maximum, iban, bic } = settings
  return {
    deliveryFeePerKm: String(settings.deliveryFeePerKm / 100),
    freeDeliveryThreshold: String(settings.freeDeliveryThreshold),
    maximumDeliveryDistance: maximum === null ? "" : String(maximum),
    warehouseStreet: settings.warehouseStreet,
    warehouseZipCode: settings.warehouseZipCode,
    warehouseCity: settings.warehouseCity,
    vatMode: settings.vatMode,
    vatRate: decimalText(settings.vatRate / 100),
    deliversToCorsica: settings.deliversToCorsica ? "oui" : "",
    vatOnDebits: settings.vatOnDebits ? "oui" : "",
    downPaymentPercent: String(settings.downPaymentPercent),
    balanceDaysBefore: String(settings.balanceDaysBefore),
    withdrawalDays: String(settings.withdrawalDays),
    pendingExpiryDays: String(settings.pendingExpiryDays),
    iban: iban === null ? "" : ibanLabel(iban),
    bic: bic ?? "",
  }
}

export function financeView(settings: FinanceSettings): Omit<FinanceView, "flash"> {
  const point = warehouseOf(settings)
  return {
    values: valuesOf(settings),
    tiers: settings.cancellationTiers,
    place: point && { ...point, label: settings.warehousePlace, precision: settings.warehousePrecision },
    seen: settings.updatedAt.toISOString(),
    holdMinutes: CART_LIFETIME_MINUTES,
  }
}

/** What is stored, for who must read it beside what they typed. */
export function storedWords(settings: FinanceSettings): Record<keyof typeof financeLabels, string> {
  return {
    ...valuesOf(settings),
    vatMode: settings.vatMode === "franchise" ? "Franchise en base" : "Prix TVA comprise",
    deliversToCorsica: settings.deliversToCorsica ? "Oui" : "Non",
    vatOnDebits: settings.vatOnDebits ? "Oui" : "Non",
    cancellationTiers: cancellationSentences(settings.cancellationTiers).join("\n"),
  }
}
