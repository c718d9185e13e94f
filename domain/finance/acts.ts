import type { Edit } from "../journal/act.ts"

export type FinanceField =
  | "deliveryFeePerKm"
  | "freeDeliveryThreshold"
  | "maximumDeliveryDistance"
  | "warehouseStreet"
  | "warehouseZipCode"
  | "warehouseCity"
  | "warehouseLat"
  | "warehouseLng"
  | "warehousePlace"
  | "warehousePrecision"
  | "vatMode"
  | "vatRate"
  | "deliversToCorsica"
  | "vatOnDebits"
  | "downPaymentPercent"
  | "balanceDaysBefore"
  | "cancellationTiers"
  | "withdrawalDays"
  | "pendingExpiryDays"
  | "iban"
  | "bic"

/** What administrators do to the settings of money. */
export type FinanceAct = { action: "finance.saved" } & Edit<FinanceField>

/** What each of them is done to. */
export const financeSubjects = {
  "finance.saved": "finance-settings",
} as const satisfies Record<FinanceAct["action"], string>
