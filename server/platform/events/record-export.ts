import type { Staff } from "../../../domain/accounts/party.ts"
import type { ExportAct } from "../../../domain/journal/export-acts.ts"
import { db } from "../database.server.ts"
import { recordEvent } from "./record.ts"

const tables = {
  "booking.exported": "bookings",
  "newsletter.exported": "newsletter",
  "finance.exported": "revenue",
  "takings.exported": "takings",
  "invoice.exported": "invoices",
} as const satisfies Record<ExportAct["action"], string>

/** Recorded before the first line is sent, so that a broken download counts too. */
export async function recordExport(by: Staff, act: ExportAct, at: Date = new Date()): Promise<void> {
  await recordEvent(db, { ...act, by, subject: tables[act.action], at })
}
