import { createHash } from "node:crypto"
import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
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
import { type UnreadableInput, readUntrusted, readerIn } from "../../platform/untrusted/read.ts"
import type { CsvTable, csvTable, readTable } from "./csv.ts"
import { guessColumns } from "./csv-columns.ts"
import { type readStatement, problemWith } from "./read-statement.ts"
import { MAX_STATEMENT_BYTES, type StatementProblem } from "./statement-problem.ts"
import { decodeStatement } from "./text.ts"

const statementReader = readerIn<typeof readStatement>("server/money/bank/read-statement.ts", "readStatement")
const tableReader = readerIn<typeof csvTable>("server/money/bank/csv.ts", "csvTable")
const rowsReader = readerIn<typeof readTable>("server/money/bank/csv.ts", "readTable")

/** `fresh`: new lines; `known`: lines that were there; `aside`: entries that are not kept, of which the file says why of some. */
export type Imported = {
  kind: "imported"
  fresh: number
  known: number
  aside: number
  asideFor: Statement["asideFor"]
}

/** Whose columns have to be chosen first; `problem`: they were once, and this file cannot be read by them. */
export type ColumnsWanted = { kind: "columns"; id: Id; problem: StatementProblem | null }

/**
 * Takes a bank's file in: camt.053, CFONB 120, or a CSV whose columns are known. The same file again, or the same entry in
 * another of the same bank, changes nothing. Incoming money is kept, and outgoing money in the amount of a refund that is
 * owed; nothing else of the account is.
 */
export async function importStatement(
  actor: Administrator,
  bytes: Uint8Array,
  at: Date = new Date(),
): Promise<Result<Imported | ColumnsWanted, StatementProblem>> {
  if (bytes.byteLength > MAX_STATEMENT_BYTES) return err({ kind: "too-large" })
  const text = decodeStatement(bytes)
  const read = withinLimits(await readUntrusted(statementReader, [text]))
  if (!read.ok) return read
  if (read.value.kind === "statement") return ok(await keepStatement(actor, read.value.statement, null, at))
  const { table } = read.value
  const columns = await knownColumns(table)
  const statement = columns === null ? null : withinLimits(await readUntrusted(rowsReader, [table, columns]))
  const problem = statement?.ok ? problemWith(statement.value) : null
  if (problem) return err(problem)
  if (statement?.ok) return ok(await keepStatement(actor, statement.value, table.headerSha256, at))
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

/** A CSV whose columns wait to be chosen: its header, its first rows, and what each column probably is. */
export type TableToRead = { header: string[]; rows: string[][]; columns: CsvColumns }

const SHOWN_ROWS = 5

/** Null once its columns were chosen, or after the days that it waits. */
export async function readWaitingTable(id: Id): Promise<TableToRead | null> {
  const table = await waitingTable(id)
  if (!table) return null
  const columns = (await knownColumns(table)) ?? { ...guessColumns(table.header, table.rows), account: table.account }
  return { header: table.header, rows: table.rows.slice(0, SHOWN_ROWS), columns }
}

/** Chooses once what the columns of a bank's tables are, and takes in the one that waits. */
export async function chooseColumns(
  actor: Administrator,
  id: Id,
  columns: CsvColumns,
  at: Date = new Date(),
): Promise<Result<Imported, StatementProblem | { kind: "not-found" }>> {
  const table = await waitingTable(id)
  if (!table) return err({ kind: "not-found" })
  const statement = withinLimits(await readUntrusted(rowsReader, [table, columns]))
  if (!statement.ok) return statement
  const problem = problemWith(statement.value)
  if (problem) return err(problem)
  const { headerSha256 } = table
  const chosen = { columns, chosenAt: at, chosenBy: actor.id }
  await db
    .insert(bankCsvLayouts)
    .values({ headerSha256, ...chosen })
    .onConflictDoUpdate({ target: bankCsvLayouts.headerSha256, set: chosen })
  const imported = await keepStatement(actor, statement.value, headerSha256, at)
  await db.delete(bankTablesWaiting).where(eq(bankTablesWaiting.id, id))
  return ok(imported)
}

/** The person does not want it after all: nothing of the account is kept. */
export async function forgetTable(id: Id): Promise<void> {
  await db.delete(bankTablesWaiting).where(eq(bankTablesWaiting.id, id))
}

async function waitingTable(id: Id): Promise<CsvTable | null> {
  const [waiting] = await db
    .select({ content: bankTablesWaiting.content })
    .from(bankTablesWaiting)
    .where(eq(bankTablesWaiting.id, id))
  const table = waiting ? withinLimits(await readUntrusted(tableReader, [waiting.content])) : null
  return table?.ok ? table.value : null
}

function withinLimits<V>(read: Result<Result<V, StatementProblem>, UnreadableInput>): Result<V, StatementProblem> {
  return read.ok ? read.value : err({ kind: read.error })
}

async function knownColumns({ headerSha256 }: CsvTable): Promise<CsvColumns | null> {
  const [layout] = await db
    .select({ columns: bankCsvLayouts.columns })
    .from(bankCsvLayouts)
    .where(eq(bankCsvLayouts.headerSha256, headerSha256))
  return layout?.columns ?? null
}

/** Rows that are written at once. */
const BATCH = 500

function keepStatement(
  actor: Administrator,
  statement: Statement,
  headerSha256: string | null,
  at: Date,
): Promise<Imported> {
  return transaction(async (tx) => {
    // Two who bring the same file at once: the second sees what the first has written.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bank-statements'))`)
    const wanted = await entriesToKeep(tx, statement, at)
    const keyed = withKeys(wanted)
    const known = await keysThatAreKnown(tx, [...keyed.keys()])
    const fresh = [...keyed].filter(([key]) => !known.has(key))
    const counts = {
      fresh: fresh.length,
      known: keyed.size - fresh.length,
      aside: statement.aside + statement.entries.length - wanted.length,
    }
    const { format, account, asideFor } = statement
    if (fresh.length === 0) return { kind: "imported", ...counts, asideFor }
    const [row] = await tx
      .insert(bankStatements)
      .values({ format, account, headerSha256, importedAt: at, importedBy: actor.id, ...counts })
      .returning({ id: bankStatements.id })
    if (!row) throw new Error("The statement was not returned")
    for (let from = 0; from < fresh.length; from += BATCH)
      await tx.insert(bankLines).values(
        fresh.slice(from, from + BATCH).map(([entryKey, entry]) => ({
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
    return { kind: "imported", ...counts, asideFor }
  })
}

/**
 * What came in, what went out as a refund that is owed, and what the bank took back; neither what has not come nor what
 * would be erased at once.
 */
async function entriesToKeep(tx: Transaction, { entries }: Statement, at: Date): Promise<StatementEntry[]> {
  const [oldest, today] = [oldestDayKept(at), dayInParis(at)]
  const owed = await owedAmounts(tx)
  return entries.filter(
    ({ bookedOn, amount, reversal }) =>
      bookedOn >= oldest && bookedOn <= today && (amount > 0 || reversal === true || owed.has(-amount)),
  )
}

/** Lines are kept so long (server/jobs/retention). */
function oldestDayKept(at: Date): Day {
  return addDays(dayInParis(at), -periods.bankLineDays)
}

async function owedAmounts(tx: Transaction): Promise<Set<Cents>> {
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

/**
 * The entries by what they are known by in another file: the whole row of a table, whichever columns are chosen; elsewhere
 * their bank's own number, else all that they say. Entries of one
 * day that say the same are told apart by their order: banks begin and end their files at the end of a day.
 */
function withKeys(entries: readonly StatementEntry[]): Map<string, StatementEntry> {
  const seen = new Map<string, number>()
  return new Map(
    entries.map((entry) => {
      const { account, bookedOn, amount, bankId, label, counterparty, reference, row } = entry
      const said = row ?? JSON.stringify([account, bookedOn, amount, bankId ?? [label, counterparty, reference]])
      const nth = (seen.get(said) ?? 0) + 1
      seen.set(said, nth)
      return [sha256Of(`${nth} ${said}`), entry]
    }),
  )
}

async function keysThatAreKnown(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < keys.length; from += BATCH) {
    const rows = await tx
      .select({ key: bankLines.entryKey })
      .from(bankLines)
      .where(inArray(bankLines.entryKey, keys.slice(from, from + BATCH)))
    for (const { key } of rows) known.add(key)
  }
  return known
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
