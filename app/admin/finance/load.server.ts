import { cancellationSentences } from "../../../domain/finance/cancellation-labels.ts"
import { ibanLabel } from "../../../domain/finance/iban.ts"
import type { Day } from "../../../domain/day.ts"
import {
  type LegalRate,
  nextHalfYear,
  halfYearLabel,
  halfYearsWithoutRate,
  rateLabel,
} from "../../../domain/invoicing/legal-interest.ts"
import { type FinanceSettings, readFinanceSettings, warehousePoint } from "../../../server/shop/settings/queries.ts"
import type { SettingsInput } from "../../../server/shop/settings/save-settings.ts"
import { readLegalRates } from "../../../server/money/invoicing/legal-rates.ts"
import type { FinanceValues, FinanceView, LegalRateView, financeLabels } from "../kit/finance-view.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

function decimalText(number: number): string {
  return String(number).replace(".", ",")
}

function toFormValues(settings: SettingsInput): FinanceValues {
  const { maximumDeliveryDistance: maximum, iban, bic } = settings
  return {
    maxSecurityDeposit: String(settings.maxSecurityDeposit / 100),
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
    downPaymentInvoiceDays: String(settings.downPaymentInvoiceDays),
    quoteValidityDays: String(settings.quoteValidityDays),
    quoteReminderDays: String(settings.quoteReminderDays),
    quoteSecondReminderDays: String(settings.quoteSecondReminderDays),
    quoteLastReminderDays: String(settings.quoteLastReminderDays),
    rentalDayStartsAt: String(settings.rentalDayStartsAt),
    deliveryFrom: settings.deliveryFrom,
    deliveryTo: settings.deliveryTo,
    collectionFrom: settings.collectionFrom,
    collectionTo: settings.collectionTo,
    iban: iban === null ? "" : ibanLabel(iban),
    bic: bic ?? "",
  }
}

export async function readFinance(today: Day): Promise<Omit<FinanceView, "flash">> {
  const [settings, rates] = await Promise.all([readFinanceSettings(), readLegalRates()])
  return { ...settingsView(settings), legalRates: ratesView(rates, today) }
}

const VISIBLE_RATES = 4

function ratesView(rates: readonly LegalRate[], today: Day): LegalRateView {
  const missing = halfYearsWithoutRate(rates, today)
  const recorded = rates.map(({ since }) => since).toReversed()
  const open = [...new Set([...missing, nextHalfYear(today), ...recorded.slice(0, VISIBLE_RATES)])].map((since) => ({
    value: since,
    label: capitalize(halfYearLabel(since)),
  }))
  return {
    recorded: rates
      .slice(-VISIBLE_RATES)
      .map(({ since, basisPoints }) => ({ label: capitalize(halfYearLabel(since)), rate: rateLabel(basisPoints) })),
    open,
    missing: missing.length === 0 ? null : missing.map(halfYearLabel).join(" et du "),
  }
}

function settingsView(settings: FinanceSettings): Omit<FinanceView, "flash" | "legalRates"> {
  const point = warehousePoint(settings)
  return {
    values: toFormValues(settings),
    tiers: settings.cancellationTiers,
    place: point && { ...point, label: settings.warehousePlace, precision: settings.warehousePrecision },
    version: settings.updatedAt.toISOString(),
  }
}

/** Text for the conflict notice. */
export function settingsAsText(settings: SettingsInput): Record<keyof typeof financeLabels, string> {
  return {
    ...toFormValues(settings),
    vatMode: settings.vatMode === "franchise" ? "Franchise en base" : "Prix TVA comprise",
    deliversToCorsica: settings.deliversToCorsica ? "Oui" : "Non",
    vatOnDebits: settings.vatOnDebits ? "Oui" : "Non",
    cancellationTiers: cancellationSentences(settings.cancellationTiers).join("\n"),
  }
}
