import { cancellationSentences } from "../../../domain/finance/cancellation-labels.ts"
import { ibanLabel } from "../../../domain/finance/iban.ts"
import { CART_LIFETIME_MINUTES } from "../../../domain/cart/cart.ts"
import type { Day } from "../../../domain/day.ts"
import {
  type LegalRate,
  halfYearAfter,
  halfYearLabel,
  halfYearsWithoutRate,
  rateLabel,
} from "../../../domain/invoicing/legal-interest.ts"
import { type FinanceSettings, readFinanceSettings, warehouseOf } from "../../../server/shop/settings/queries.ts"
import type { TypedSettings } from "../../../server/shop/settings/save-settings.ts"
import { readLegalRates } from "../../../server/money/invoicing/legal-rates.ts"
import type { FinanceValues, FinanceView, LegalRateView, financeLabels } from "../kit/finance-view.ts"

/** As it is typed into a field: "2,5". */
function decimalText(number: number): string {
  return String(number).replace(".", ",")
}

function valuesOf(settings: TypedSettings): FinanceValues {
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

export async function readFinance(today: Day): Promise<Omit<FinanceView, "flash">> {
  const [settings, rates] = await Promise.all([readFinanceSettings(), readLegalRates()])
  return { ...settingsView(settings), legalRates: ratesView(rates, today) }
}

/** How many of the last half-years are shown. */
const SHOWN_RATES = 4

function ratesView(rates: readonly LegalRate[], today: Day): LegalRateView {
  const missing = halfYearsWithoutRate(rates, today)
  const noted = rates.map(({ since }) => since).toReversed()
  const open = [...new Set([...missing, halfYearAfter(today), ...noted.slice(0, SHOWN_RATES)])].map((since) => ({
    value: since,
    label: capitalised(halfYearLabel(since)),
  }))
  return {
    known: rates
      .slice(-SHOWN_RATES)
      .map(({ since, basisPoints }) => ({ label: capitalised(halfYearLabel(since)), rate: rateLabel(basisPoints) })),
    open,
    missing: missing.length === 0 ? null : missing.map(halfYearLabel).join(" et du "),
  }
}

function capitalised(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase())
}

function settingsView(settings: FinanceSettings): Omit<FinanceView, "flash" | "legalRates"> {
  const point = warehouseOf(settings)
  return {
    values: valuesOf(settings),
    tiers: settings.cancellationTiers,
    place: point && { ...point, label: settings.warehousePlace, precision: settings.warehousePrecision },
    seen: settings.updatedAt.toISOString(),
    holdMinutes: CART_LIFETIME_MINUTES,
  }
}

/** For who must choose between two versions. */
export function settingsInWords(settings: TypedSettings): Record<keyof typeof financeLabels, string> {
  return {
    ...valuesOf(settings),
    vatMode: settings.vatMode === "franchise" ? "Franchise en base" : "Prix TVA comprise",
    deliversToCorsica: settings.deliversToCorsica ? "Oui" : "Non",
    vatOnDebits: settings.vatOnDebits ? "Oui" : "Non",
    cancellationTiers: cancellationSentences(settings.cancellationTiers).join("\n"),
  }
}
