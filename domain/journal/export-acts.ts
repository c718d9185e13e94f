import type { BookingStatus } from "../booking/status.ts"
import type { Day } from "../day.ts"
import type { InvoiceKind } from "../finance/invoice-kind.ts"

/** A table left the house as a file: which part of it. `product` is an id, `search` what was typed. */
export type ExportAct =
  | {
      action: "booking.exported"
      details: { status?: BookingStatus; product?: string; since?: Day; until?: Day }
      personal: { search?: string }
    }
  | { action: "newsletter.exported"; personal: { search?: string } }
  | { action: "finance.exported"; details: { year: number } }
  /** A year of the register of takings, as an archive. */
  | { action: "takings.exported"; details: { year: number } }
  | {
      action: "invoice.exported"
      details: { format: "csv" | "fec" | "zip"; kind?: InvoiceKind; since?: Day; until?: Day }
      personal: { search?: string }
    }

/** What each of them is done to. */
export const exportSubjects = {
  "booking.exported": "export",
  "newsletter.exported": "export",
  "finance.exported": "export",
  "takings.exported": "export",
  "invoice.exported": "export",
} as const satisfies Record<ExportAct["action"], string>
