import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import type { DeclineReason } from "./state.ts"

export type QuoteAct =
  | { action: "quote.drafted"; details: { number: string; copiedFrom?: string } }
  | { action: "quote.edited"; details: { number: string; total: Cents } }
  | {
      action: "quote.sent"
      details: { number: string; version: number; total: Cents; until: Day; keepUntil?: Day }
    }
  | {
      action:
        | "quote.withdrawn"
        | "quote.expired"
        | "quote.reminded"
        | "quote.deleted"
        | "quote.link-made"
        | "quote.buyer-saved"
        | "quote.order-received"
      details: { number: string }
    }
  | { action: "quote.accepted"; details: { number: string; booking: number; total: Cents } }
  | { action: "quote.declined"; details: { number: string; reason: DeclineReason }; personal?: { words: string } }
  | { action: "quote.change-requested"; details: { number: string }; personal: { words: string } }

export const quoteSubjects = {
  "quote.drafted": "quote",
  "quote.edited": "quote",
  "quote.sent": "quote",
  "quote.withdrawn": "quote",
  "quote.expired": "quote",
  "quote.reminded": "quote",
  "quote.accepted": "quote",
  "quote.declined": "quote",
  "quote.change-requested": "quote",
  "quote.order-received": "quote",
  "quote.link-made": "quote",
  "quote.buyer-saved": "quote",
  "quote.deleted": "quote",
} as const satisfies Record<QuoteAct["action"], string>
