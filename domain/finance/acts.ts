import type { Day } from "../day.ts"
import type { Edit, Removal, UndoReference } from "../act.ts"
import type { Cents } from "../money.ts"
import type { StatementFormat } from "./bank-statement.ts"

type FinanceField =
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
  | "maxSecurityDeposit"
  | "balanceDaysBefore"
  | "cancellationTiers"
  | "withdrawalDays"
  | "pendingExpiryDays"
  | "downPaymentInvoiceDays"
  | "quoteValidityDays"
  | "quoteReminderDays"
  | "quoteSecondReminderDays"
  | "quoteLastReminderDays"
  | "rentalDayStartsAt"
  | "deliveryFrom"
  | "deliveryTo"
  | "collectionFrom"
  | "collectionTo"
  | "iban"
  | "bic"

type ZoneField = "name" | "fee" | "codes" | "fromKm" | "toKm"

type BankEntry = { amount: Cents; bookedOn: Day }

export type FinanceAct =
  | ({ action: "finance.saved" } & Edit<FinanceField>)
  /** In basis points. */
  | { action: "finance.rate-noted"; details: { rate: number; since: Day } }
  | ({ action: "zone.added" | "zone.saved" } & Edit<ZoneField>)
  | ({ action: "zone.removed"; details: { name: string } } & Removal)
  | { action: "zone.put-back"; details: UndoReference }
  | { action: "bank.imported"; details: { format: StatementFormat; fresh: number; known: number; aside: number } }
  | { action: "bank.removed"; details: { format: StatementFormat; lines: number; left: number } }
  | { action: "bank.line-settled"; details: BankEntry & { number: number; recorded: boolean } }
  | { action: "bank.sender-dismissed"; details: { dismissed: number } }
  | { action: "bank.line-dismissed" | "bank.line-reopened"; details: BankEntry }

export const financeSubjects = {
  "finance.saved": "finance-settings",
  "finance.rate-noted": "finance-settings",
  "zone.added": "delivery-zone",
  "zone.saved": "delivery-zone",
  "zone.removed": "delivery-zone",
  "zone.put-back": "delivery-zone",
  "bank.imported": "bank-statement",
  "bank.removed": "bank-statement",
  "bank.line-settled": "bank-line",
  "bank.sender-dismissed": "bank-line",
  "bank.line-dismissed": "bank-line",
  "bank.line-reopened": "bank-line",
} as const satisfies Record<FinanceAct["action"], string>
