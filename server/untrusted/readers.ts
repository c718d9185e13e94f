import type { CsvColumns } from "../../domain/finance/bank-statement.ts"
import type { CsvTable } from "../bank/csv.ts"
import type { EventQuery } from "../outside-calendars/read-events.ts"

/** Each takes and returns what can be copied between threads. */
export const readers = {
  calendar: async ({ text, query }: { text: string; query: EventQuery }) =>
    (await import("../outside-calendars/read-events.ts")).readEvents(text, query),

  certificate: async (body: Uint8Array) => (await import("../insurance/examine-pdf.ts")).examinePdf(body),

  statement: async (text: string) => (await import("../bank/read-statement.ts")).readStatement(text),

  bankTable: async (text: string) => (await import("../bank/csv.ts")).csvTable(text),

  bankRows: async ({ table, columns }: { table: CsvTable; columns: CsvColumns }) =>
    (await import("../bank/csv.ts")).readTable(table, columns),

  film: async (body: Uint8Array) => (await import("../films/accept.ts")).acceptFilm(body),
}
