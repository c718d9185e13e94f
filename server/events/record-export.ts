import type { EventDetails } from "../../domain/journal/detail-names.ts"
import type { Editor } from "../revisions/edits.ts"
import { db } from "../database.server.ts"
import { recordEvent } from "./record.ts"

/** The tables that leave the house as files. */
const actions = {
  bookings: "booking.exported",
  newsletter: "newsletter.exported",
  revenue: "finance.exported",
} as const

/**
 * Tells in the record who takes a table out of the house, and which part of it: written before its first line is sent,
 * so that a file that breaks off is told too.
 */
export async function recordExport(
  actor: Editor,
  table: keyof typeof actions,
  filters: EventDetails = {},
  at: Date = new Date(),
): Promise<void> {
  await recordEvent(db, { actor, action: actions[table], subject: { kind: "export", id: table }, details: filters, at })
}
