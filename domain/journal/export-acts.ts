import type { BookingStatus } from "../booking/status.ts"
import type { Day } from "../day.ts"
import type { InvoiceKind } from "../finance/invoice-kind.ts"

export type ExportAct =
  | {
      action: "booking.exported"
      details: { status?: BookingStatus; product?: string; since?: Day; until?: Day }
      personal: { search?: string }
    }
  | { action: "newsletter.exported"; personal: { search?: string } }
  | { action: "finance.exported"; details: { year: number } }
  | { action: "takings.exported"; details: { year: number } }
  | {
      action: "invoice.exported"
      details: { format: "csv" | "fec" | "zip"; kind?: InvoiceKind; since?: Day; until?: Day }
      personal: { search?: string }
    }

export const exportSubjects = {
  "booking.exported": "export",
  "newsletter.exported": "export",
  "finance.exported": "export",
  "takings.exported": "export",
  "invoice.exported": "export",
} as const satisfies Record<ExportAct["action"], string>
