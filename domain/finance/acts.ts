import type { Day } from "../day.ts"
import type { Edit } from "../act.ts"
import type { Cents } from "../money.ts"
import type { StatementFormat } from "./bank-statement.ts"

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

type BankEntry = { amount: Cents; bookedOn: Day }

/** What administrators do to the settings of money, and with statements of the bank. */
export type FinanceAct =
  | ({ action: "finance.saved" } & Edit<FinanceField>)
  /** In basis points, from that day on. */
  | { action: "finance.rate-noted"; details: { rate: number; since: Day } }
  /** `fresh`: new lines; `known`: lines that were there; `aside`: entries that are not kept. */
  | { action: "bank.imported"; details: { format: StatementFormat; fresh: number; known: number; aside: number } }
  /** With its lines that nobody had settled. `left`: those that stay, because they are settled. */
  | { action: "bank.removed"; details: { format: StatementFormat; lines: number; left: number } }
  /** `recorded`: a payment was written for it; else it is one that had been noted, or a refund. */
  | { action: "bank.line-settled"; details: BankEntry & { number: number; recorded: boolean } }
  /** Every open line of whom that one came from. */
  | { action: "bank.sender-dismissed"; details: { dismissed: number } }
  | { action: "bank.line-dismissed" | "bank.line-reopened"; details: BankEntry }

/** What each of them is done to. */
export const financeSubjects = {
  "finance.saved": "finance-settings",
  "finance.rate-noted": "finance-settings",
  "bank.imported": "bank-statement",
  "bank.removed": "bank-statement",
  "bank.line-settled": "bank-line",
  "bank.sender-dismissed": "bank-line",
  "bank.line-dismissed": "bank-line",
  "bank.line-reopened": "bank-line",
} as const satisfies Record<FinanceAct["action"], string>
