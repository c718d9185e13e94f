import { createHash } from "node:crypto"
import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { CsvColumns, Statement, StatementEntry } from "../../../domain/finance/bank-statement.ts"
import type { Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { bankCsvLayouts, bankLines, bankStatements, bankTablesWaiting } from "../../platform/schema/bank.ts"
import { refunds } from "../../platform/schema/money.ts"
import { type UnreadableInput, readUntrusted, defineReader } from "../../platform/untrusted/read.ts"
import type { CsvTable, parseCsvTable, readTable } from "./csv.ts"
import { guessColumns } from "./csv-columns.ts"
import { type readStatement, findStatementProblem } from "./read-statement.ts"
import { MAX_STATEMENT_BYTES, type StatementProblem } from "./statement-problem.ts"
import { decodeStatement } from "./text.ts"

const statementReader = defineReader<typeof readStatement>("server/money/bank/read-statement.ts", "readStatement")
const tableReader = defineReader<typeof parseCsvTable>("server/money/bank/csv.ts", "parseCsvTable")
const rowsReader = defineReader<typeof readTable>("server/money/bank/csv.ts", "readTable")

type Imported = {
  kind: "imported"
  fresh: number
  known: number
  aside: number
  skippedByReason: Statement["skippedByReason"]
}

/** `problem`: the stored columns do not fit this file. */
type ColumnsRequired = { kind: "columns"; id: Id; problem: StatementProblem | null }

/** Idempotent. Stores only incoming money and debits that match an owed refund. */
export async function importStatement(
  actor: Staff,
  bytes: Uint8Array,
  at: Date = new Date(),
): Promise<Result<Imported | ColumnsRequired, StatementProblem>> {
  if (bytes.byteLength > MAX_STATEMENT_BYTES) return err({ kind: "too-large" })
  const text = decodeStatement(bytes)
  const read = unwrapReading(await readUntrusted(statementReader, [text]))
  if (!read.ok) return read
  if (read.value.kind === "statement") return ok(await storeStatement(actor, read.value.statement, null, at))
  const { table } = read.value
  const columns = await readChosenColumns(table)
  const statement = columns === null ? null : unwrapReading(await readUntrusted(rowsReader, [table, columns]))
  const problem = statement?.ok ? findStatementProblem(statement.value) : null
  if (problem) return err(problem)
  if (statement?.ok) return ok(await storeStatement(actor, statement.value, table.headerSha256, at))
  const sha256 = sha256Of(text)
  const id = await transaction(async (tx) => {
    const [waiting] = await tx
      .insert(bankTablesWaiting)
      .values({ sha256, content: text, broughtAt: at, broughtBy: actor.id })
      .onConflictDoUpdate({ target: bankTablesWaiting.sha256, set: { broughtAt: at, broughtBy: actor.id } })
      .returning({ id: bankTablesWaiting.id })
    if (!waiting) throw new Error("The table was not returned")
    return waiting.id
  })
  return ok({ kind: "columns", id, problem: statement === null ? null : statement.error })
}

type TablePreview = { header: string[]; rows: string[][]; columns: CsvColumns }

const PREVIEW_ROWS = 5

export async function readWaitingTable(id: Id): Promise<TablePreview | null> {
  const table = await parseWaitingTable(id)
  if (!table) return null
  const columns = (await readChosenColumns(table)) ?? {
    ...guessColumns(table.header, table.rows),
    account: table.account,
  }
  return { header: table.header, rows: table.rows.slice(0, PREVIEW_ROWS), columns }
}

export async function chooseColumns(
  actor: Staff,
  id: Id,
  columns: CsvColumns,
  at: Date = new Date(),
): Promise<Result<Imported, StatementProblem | { kind: "not-found" }>> {
  const table = await parseWaitingTable(id)
  if (!table) return err({ kind: "not-found" })
  const statement = unwrapReading(await readUntrusted(rowsReader, [table, columns]))
  if (!statement.ok) return statement
  const problem = findStatementProblem(statement.value)
  if (problem) return err(problem)
  const { headerSha256 } = table
  const chosen = { columns, chosenAt: at, chosenBy: actor.id }
  await db
    .insert(bankCsvLayouts)
    .values({ headerSha256, ...chosen })
    .onConflictDoUpdate({ target: bankCsvLayouts.headerSha256, set: chosen })
  const imported = await storeStatement(actor, statement.value, headerSha256, at)
  await db.delete(bankTablesWaiting).where(eq(bankTablesWaiting.id, id))
  return ok(imported)
}

export async function discardTable(id: Id): Promise<void> {
  await db.delete(bankTablesWaiting).where(eq(bankTablesWaiting.id, id))
}

async function parseWaitingTable(id: Id): Promise<CsvTable | null> {
  const [waiting] = await db
    .select({ content: bankTablesWaiting.content })
    .from(bankTablesWaiting)
    .where(eq(bankTablesWaiting.id, id))
  const table = waiting ? unwrapReading(await readUntrusted(tableReader, [waiting.content])) : null
  return table?.ok ? table.value : null
}

function unwrapReading<V>(read: Result<Result<V, StatementProblem>, UnreadableInput>): Result<V, StatementProblem> {
  return read.ok ? read.value : err({ kind: read.error })
}

async function readChosenColumns({ headerSha256 }: CsvTable): Promise<CsvColumns | null> {
  const [layout] = await db
    .select({ columns: bankCsvLayouts.columns })
    .from(bankCsvLayouts)
    .where(eq(bankCsvLayouts.headerSha256, headerSha256))
  return layout?.columns ?? null
}

const BATCH_SIZE = 500

function storeStatement(actor: Staff, statement: Statement, headerSha256: string | null, at: Date): Promise<Imported> {
  return transaction(async (tx) => {
    // Serialises imports, so that the same file imported twice at once adds no duplicates.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bank-statements'))`)
    const toStore = await selectEntriesToStore(tx, statement, at)
    const keyed = keyEntries(toStore)
    const existingKeys = await findExistingKeys(tx, [...keyed.keys()])
    const fresh = [...keyed].filter(([key]) => !existingKeys.has(key))
    const counts = {
      fresh: fresh.length,
      known: keyed.size - fresh.length,
      aside: statement.skipped + statement.entries.length - toStore.length,
    }
    const { format, account, skippedByReason } = statement
    if (fresh.length === 0) return { kind: "imported", ...counts, skippedByReason }
    const [row] = await tx
      .insert(bankStatements)
      .values({ format, account, headerSha256, importedAt: at, importedBy: actor.id, ...counts })
      .returning({ id: bankStatements.id })
    if (!row) throw new Error("The statement was not returned")
    for (let from = 0; from < fresh.length; from += BATCH_SIZE)
      await tx.insert(bankLines).values(
        fresh.slice(from, from + BATCH_SIZE).map(([entryKey, entry]) => ({
          statementId: row.id,
          entryKey,
          bookedOn: entry.bookedOn,
          amount: entry.amount,
          label: entry.label,
          counterparty: entry.counterparty,
          reference: entry.reference,
          reversal: entry.reversal ?? false,
        })),
      )
    await recordEvent(tx, {
      by: actor,
      action: "bank.imported",
      subject: row.id,
      details: { format, ...counts },
      at,
    })
    return { kind: "imported", ...counts, skippedByReason }
  })
}

async function selectEntriesToStore(tx: Transaction, { entries }: Statement, at: Date): Promise<StatementEntry[]> {
  const [oldest, today] = [oldestStoredDay(at), dayInParis(at)]
  const owed = await readOwedAmounts(tx)
  return entries.filter(
    ({ bookedOn, amount, reversal }) =>
      bookedOn >= oldest && bookedOn <= today && (amount > 0 || reversal === true || owed.has(-amount)),
  )
}

function oldestStoredDay(at: Date): Day {
  return addDays(dayInParis(at), -periods.bankLineDays)
}

async function readOwedAmounts(tx: Transaction): Promise<Set<Cents>> {
  const rows = await tx
    .selectDistinct({ amount: refunds.amount })
    .from(refunds)
    .where(
      and(
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
        or(isNull(refunds.paymentId), isNotNull(refunds.failedAt)),
      ),
    )
  return new Set(rows.map(({ amount }) => amount))
}

/** Equal entries of one day are numbered by order, because bank files cover whole days. */
function keyEntries(entries: readonly StatementEntry[]): Map<string, StatementEntry> {
  const occurrences = new Map<string, number>()
  return new Map(
    entries.map((entry) => {
      const { account, bookedOn, amount, bankId, label, counterparty, reference, row } = entry
      const identity = row ?? JSON.stringify([account, bookedOn, amount, bankId ?? [label, counterparty, reference]])
      const nth = (occurrences.get(identity) ?? 0) + 1
      occurrences.set(identity, nth)
      return [sha256Of(`${nth} ${identity}`), entry]
    }),
  )
}

async function findExistingKeys(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
  const existing = new Set<string>()
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const rows = await tx
      .select({ key: bankLines.entryKey })
      .from(bankLines)
      .where(inArray(bankLines.entryKey, keys.slice(from, from + BATCH_SIZE)))
    for (const { key } of rows) existing.add(key)
  }
  return existing
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
