import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { paymentReference } from "../../../domain/finance/payment-reference.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import {
  bookingNow,
  makeConfirmedBooking,
  signingForm,
  hours,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../../tests/contracts/signing.ts"
import { withoutTriggers } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { signContract } from "../../contracts/sign.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { listOpenRefunds } from "../finance/refunds.ts"
import { checkTakings } from "../finance/takings/check.ts"
import { readPaidAmount, listPayments, recordPayment } from "../finance/payments.ts"
import { correctPayment } from "../finance/correct-payment.ts"
import { scheduleRefund } from "../finance/schedule-refunds.ts"
import { scrubBookings } from "../../jobs/retention/scrub-bookings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import {
  dismissLine,
  dismissLinesOfSender,
  removeStatement,
  reopenLine,
  settleAsRecordedPayment,
  settleAsPayment,
  settleAsRefund,
  settleAsReturnedRefund,
} from "./decide-line.ts"
import { eraseBankLines } from "./erase.ts"
import { chooseColumns, discardTable, importStatement, readWaitingTable } from "./import-statement.ts"
import { listRecentStatements, listBankLines, countOpenBankLines, readBankLine } from "./lines.ts"
import { findBookingsToPay, buildProposals } from "./proposals.ts"
import { clearJobs } from "../../../tests/harness/jobs.ts"

let camille: Staff
let bookingId: BookingId
let number: number
const at = hours(2)
const today = dayInParis(at)
const french = today.split("-").toReversed().join("/")

beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
  const { booking, secret, contract } = await makeSentContract(camille)
  await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))
  bookingId = booking.id
  number = (await bookingNow(bookingId)).number
})

const columns = { date: 0, label: 1, amount: 2, debit: null, credit: null, counterparty: null, reference: null }
const csv = (rows: readonly (readonly [string, string, string])[]) =>
  new TextEncoder().encode(["Date;Libellé;Montant", ...rows.map((row) => row.join(";"))].join("\n"))

async function importRows(rows: readonly (readonly [string, string, string])[], when = at) {
  const outcome = await importStatement(camille, csv(rows), when)
  if (!outcome.ok) throw new Error(outcome.error.kind)
  if (outcome.value.kind === "imported") return outcome.value
  const chosen = await chooseColumns(camille, outcome.value.id, columns, when)
  if (!chosen.ok) throw new Error(chosen.error.kind)
  return chosen.value
}
const paying = () => [french, `VIR ${paymentReference(number)}`, "75,00"] as const
const openLines = async () => (await listBankLines({ state: "open", search: "", page: 1 })).rows
async function theLine() {
  const [line, ...more] = await openLines()
  if (!line || more.length > 0) throw new Error(`${more.length + 1} lines`)
  return line
}
const readPaymentId = async (id: Id) => (await readBankLine(id))?.settledAs?.paymentId ?? null
const proposed = async () => {
  const line = await theLine()
  return (await buildProposals([line], at)).get(line.id)
}
const acts = async () =>
  (
    await db
      .select({ action: recordedEvents.action })
      .from(recordedEvents)
      .where(sql`${recordedEvents.action} like 'bank.%'`)
      .orderBy(recordedEvents.id)
  ).map(({ action }) => action)

describe("importing a statement", () => {
  test("the import asks once for the meaning of the columns", async () => {
    const first = await importStatement(camille, csv([paying()]), at)
    if (!first.ok || first.value.kind !== "columns") throw new Error("No columns were asked for")
    expect(await readWaitingTable(first.value.id)).toMatchObject({ header: ["Date", "Libellé", "Montant"], columns })
    const { id } = first.value
    const named = { ...columns, account: "Compte courant" }
    expect(await chooseColumns(camille, id, named, at)).toMatchObject({ ok: true, value: { fresh: 1 } })
    expect((await listRecentStatements(1))[0]?.account).toBe("Compte courant")
    expect([await readWaitingTable(id), await chooseColumns(camille, id, columns, at)]).toEqual([
      null,
      { ok: false, error: { kind: "not-found" } },
    ])
    expect(await importStatement(camille, csv([[french, "VIR AUTRE", "10,00"]]), at)).toMatchObject({
      ok: true,
      value: { kind: "imported", fresh: 1, known: 0 },
    })
  })

  test("columns that do not fit are requested again, and nothing is imported", async () => {
    const first = await importStatement(camille, csv([paying()]), at)
    if (!first.ok || first.value.kind !== "columns") throw new Error("No columns were asked for")
    const wrong = { ...columns, amount: 1 }
    expect(await chooseColumns(camille, first.value.id, wrong, at)).toMatchObject({
      ok: false,
      error: { kind: "broken", line: 2 },
    })
    expect([await countOpenBankLines(), await importStatement(camille, csv([paying()]), at)]).toEqual([0, first])
  })

  test("a repeated file or entry changes nothing, even concurrently", async () => {
    await importRows([paying()])
    await Promise.all([
      importRows([paying()]),
      importRows([paying()]),
      importRows([paying(), [french, "VIR NEUF", "10,00"]]),
    ])
    expect(await importRows([paying()])).toEqual({
      kind: "imported",
      fresh: 0,
      known: 1,
      aside: 0,
      skippedByReason: {},
    })
    expect([await countOpenBankLines(), (await listRecentStatements(10)).length]).toEqual([2, 2])
  })

  test("two accounts of one bank are distinguished by the number above their columns, in name and in lines", async () => {
    const of = (account: string, period: string) =>
      new TextEncoder().encode(
        [
          `Relevé du compte n° ${account};;`,
          `Du 01/05/2027 au ${period};;`,
          "Solde du compte;12345;",
          "Date;Libellé;Montant",
          paying().join(";"),
        ].join("\n"),
      )
    for (const [account, name] of [
      ["00012345678", "Compte courant"],
      ["00087654321", null],
    ] as const) {
      const first = await importStatement(camille, of(account, "31/05/2027"), at)
      if (!first.ok || first.value.kind !== "columns") throw new Error("No columns were asked for")
      expect((await readWaitingTable(first.value.id))?.columns.account).toBe(account)
      const chosen = await chooseColumns(camille, first.value.id, { ...columns, account: name }, at)
      expect(chosen).toMatchObject({ ok: true, value: { fresh: 1, known: 0 } })
      expect(await importStatement(camille, of(account, "30/06/2027"), at)).toMatchObject({
        ok: true,
        value: { kind: "imported", fresh: 0, known: 1 },
      })
    }
    expect((await listRecentStatements(9)).map(({ account }) => account).toSorted()).toEqual([
      "00087654321",
      "Compte courant",
    ])
  })

  test("two identical entries of one day are two", async () => {
    expect(await importRows([paying(), paying()])).toMatchObject({ fresh: 2 })
    expect(await importRows([paying(), paying(), paying()])).toMatchObject({ fresh: 1, known: 2 })
  })

  test("the import drops outgoing, pending and old entries", async () => {
    const old = addDays(today, -396).split("-").toReversed().join("/")
    const tomorrow = addDays(today, 1).split("-").toReversed().join("/")
    expect(
      await importRows([paying(), [french, "LOYER", "-800,00"], [old, "VIR", "5,00"], [tomorrow, "VIR", "6,00"]]),
    ).toEqual({ kind: "imported", fresh: 1, known: 0, aside: 3, skippedByReason: {} })
  })

  test("a file that is too large, or no statement, is refused", async () => {
    expect(await importStatement(camille, new Uint8Array(2 * 1024 * 1024 + 1), at)).toEqual({
      ok: false,
      error: { kind: "too-large" },
    })
    expect(await importStatement(camille, new TextEncoder().encode("Bonjour"), at)).toMatchObject({ ok: false })
  })
})

describe("deciding about a line", () => {
  test("a line's reference and amount propose a booking, and accepting records the payment once", async () => {
    await importRows([paying()])
    expect(await proposed()).toMatchObject({
      payments: [
        { booking: { id: bookingId, left: 25_000 }, reasons: ["reference", "amount"], recordedTransfer: null },
      ],
    })
    const { id } = await theLine()
    const settled = await Promise.all([1, 2, 3].map(() => settleAsPayment(camille, id, bookingId, at)))
    expect(settled).toEqual(settled.map(() => ({ ok: true, value: { number } })))
    expect(await listPayments(bookingId)).toMatchObject([
      { means: "transfer", amount: 7_500, receivedOn: today, note: expect.stringContaining("Relevé bancaire") },
    ])
    expect([
      await readPaidAmount(bookingId),
      await countOpenBankLines(),
      (await bookingNow(bookingId)).paymentStatus,
    ]).toEqual([7_500, 0, "down_payment_paid"])
    expect(await importRows([paying()])).toMatchObject({ fresh: 0, known: 1 })
    expect(await acts()).toEqual(["bank.imported", "bank.line-settled"])
  })

  test("a line decided by another administrator is reported, not overwritten", async () => {
    const other = (await makeConfirmedBooking(camille, { email: "autre@exemple.fr" }, ["2027-07-10"])).booking.id
    await importRows([paying()])
    const { id } = await theLine()
    await settleAsPayment(camille, id, bookingId, at)
    expect(await settleAsPayment(camille, id, other, at)).toEqual({
      ok: false,
      error: { kind: "decided", state: "settled" },
    })
    expect(await dismissLine(camille, id, at)).toMatchObject({ ok: false })
    expect(await readPaidAmount(other)).toBe(0)
  })

  test("a reopened line has a counter-entry on its booking, also when reopened from there", async () => {
    await importRows([paying()])
    const { id } = await theLine()
    await settleAsPayment(camille, id, bookingId, at)
    expect(await reopenLine(camille, id, await readPaymentId(id), at)).toEqual({ ok: true, value: null })
    expect([await readPaidAmount(bookingId), (await theLine()).state]).toEqual([0, "open"])
    await settleAsPayment(camille, id, bookingId, at)
    const payment = (await listPayments(bookingId)).find(({ corrected, corrects }) => !corrected && corrects === null)
    if (!payment) throw new Error("There is no payment")
    await correctPayment(camille, payment.id, at)
    expect([await readPaidAmount(bookingId), (await theLine()).state]).toEqual([0, "open"])
    await settleAsPayment(camille, id, bookingId, at)
    expect(await readPaidAmount(bookingId)).toBe(7_500)
  })

  test("a page with an outdated payment reverses nothing", async () => {
    await importRows([paying()])
    const { id } = await theLine()
    await settleAsPayment(camille, id, bookingId, at)
    const paymentId = await readPaymentId(id)
    await reopenLine(camille, id, paymentId, at)
    await settleAsPayment(camille, id, bookingId, at)
    expect(await reopenLine(camille, id, paymentId, at)).toEqual({
      ok: false,
      error: { kind: "decided", state: "settled" },
    })
    expect(await readPaidAmount(bookingId)).toBe(7_500)
  })

  test("an erasure clears the bank's text, and the payment's note", async () => {
    await importRows([paying()])
    const { id } = await theLine()
    await settleAsPayment(camille, id, bookingId, at)
    await transaction((tx) => scrubBookings(tx, sql`select ${bookingId}::uuid`))
    expect(await readBankLine(id)).toMatchObject({ label: "", counterparty: null, reference: null, state: "settled" })
  })

  test("a manually recorded transfer is proposed, and nothing is recorded twice", async () => {
    const noted = randomUUID()
    await recordPayment(
      camille,
      { id: noted, bookingId, means: "transfer", amount: 7_500, receivedOn: addDays(today, -2), note: "" },
      at,
    )
    await importRows([paying()])
    expect((await proposed())?.payments[0]?.recordedTransfer).toEqual({
      id: noted,
      receivedOn: addDays(today, -2),
      settled: false,
    })
    const { id } = await theLine()
    expect(await settleAsRecordedPayment(camille, id, noted, at)).toEqual({ ok: true, value: { number } })
    expect(await readBankLine(id)).toMatchObject({ state: "settled", settledAs: { kind: "payment", recorded: false } })
    expect((await db.select().from(payments)).length).toBe(1)
    // Another line cannot be the same payment.
    await importRows([paying(), paying()])
    const second = (await theLine()).id
    expect(await settleAsRecordedPayment(camille, second, noted, at)).toEqual({
      ok: false,
      error: { kind: "not-that-payment" },
    })
    // Reopening the line leaves the manually recorded payment.
    await reopenLine(camille, id, noted, at)
    expect([await readPaidAmount(bookingId), await countOpenBankLines()]).toEqual([7_500, 2])
  })

  test("a line can be ignored, and reopened", async () => {
    await importRows([[french, "LOTO", "3,00"]])
    expect(await proposed()).toMatchObject({ payments: [], refunds: [] })
    const { id } = await theLine()
    await dismissLine(camille, id, at)
    await dismissLine(camille, id, at)
    expect([await countOpenBankLines(), (await readBankLine(id))?.state]).toEqual([0, "dismissed"])
    expect(await settleAsPayment(camille, id, bookingId, at)).toMatchObject({ ok: false })
    await reopenLine(camille, id, null, at)
    expect((await theLine()).state).toBe("open")
    expect(await acts()).toEqual(["bank.imported", "bank.line-dismissed", "bank.line-reopened"])
  })

  test("a booking is found by its number, its reference or a name", async () => {
    await importRows([[french, "VIR INCONNU", "3,00"]])
    const line = await theLine()
    const matches = async (search: string) =>
      (await findBookingsToPay(line, search)).map(({ booking }) => booking.number)
    expect([
      await matches(String(number)),
      await matches(paymentReference(number).toLowerCase()),
      await matches("elèna"),
      await matches("personne"),
      await matches(""),
    ]).toEqual([[number], [number], [number], [], []])
  })
})

describe("a refund owed", () => {
  const owe = (amount: number) =>
    transaction((tx) =>
      scheduleRefund(tx, { bookingId, reason: "goodwill", amount, dueOn: today, createdAt: at, createdBy: camille.id }),
    )
  const paidInCash = () =>
    recordPayment(
      camille,
      { id: randomUUID(), bookingId, means: "cash", amount: 7_500, receivedOn: today, note: "" },
      at,
    )

  test("a refund is proposed for an outgoing amount, and recorded as made once", async () => {
    await paidInCash()
    const [refund] = (await owe(2_000)) as Id[]
    if (!refund) throw new Error("Nothing is owed")
    expect(
      await importRows([
        [french, "VIR ELENA", "-20,00"],
        [french, "LOYER", "-800,00"],
      ]),
    ).toMatchObject({
      fresh: 1,
      aside: 1,
    })
    expect(await proposed()).toMatchObject({ payments: [], refunds: [{ id: refund, number, named: false }] })
    const { id } = await theLine()
    expect(await settleAsPayment(camille, id, bookingId, at)).toEqual({ ok: false, error: { kind: "not-found" } })
    expect(await settleAsRefund(camille, id, refund, at)).toEqual({ ok: true, value: { number } })
    expect(await settleAsRefund(camille, id, refund, at)).toMatchObject({ ok: false, error: { kind: "decided" } })
    expect(await reopenLine(camille, id, null, at)).toEqual({ ok: false, error: { kind: "refund-noted" } })
    const [made] = await db.select().from(refunds).where(eq(refunds.id, refund))
    expect(made).toMatchObject({ madeMeans: "transfer", madeOn: today })
    expect([await readPaidAmount(bookingId), await countOpenBankLines()]).toEqual([5_500, 0])
  })

  test("a refund of another amount is refused, and stays owed", async () => {
    await paidInCash()
    const [first] = (await owe(2_000)) as Id[]
    const [second] = (await owe(1_000)) as Id[]
    if (!first || !second) throw new Error("Nothing is owed")
    await importRows([[french, "VIR ELENA", "-20,00"]])
    expect(await settleAsRefund(camille, (await theLine()).id, second, at)).toEqual({
      ok: false,
      error: { kind: "other-amount" },
    })
    expect((await db.select().from(refunds)).filter(({ madeAt }) => madeAt !== null)).toEqual([])
  })
})

test("a deleted statement takes unsettled lines and its columns along, and the file can be imported again", async () => {
  await importRows([paying(), [french, "VIR AUTRE", "10,00"]])
  const line = (await openLines()).find(({ amount }) => amount === 7_500)
  if (!line) throw new Error("There is no line")
  await settleAsPayment(camille, line.id, bookingId, at)
  const [statement] = await listRecentStatements(1)
  if (!statement) throw new Error("There is no statement")
  expect(statement).toMatchObject({ fresh: 2, unsettled: 1 })
  expect(await removeStatement(camille, statement.id, at)).toEqual({ ok: true, value: { lines: 1, left: 1 } })
  expect([await countOpenBankLines(), await readPaidAmount(bookingId)]).toEqual([0, 7_500])
  expect(await importStatement(camille, csv([[french, "VIR AUTRE", "10,00"]]), at)).toMatchObject({
    value: { kind: "columns" },
  })
  expect(await importRows([[french, "VIR AUTRE", "10,00"]])).toMatchObject({ fresh: 1 })
})

test("a settled line is recognised when other columns are chosen for its bank", async () => {
  await importRows([paying()])
  await settleAsPayment(camille, (await theLine()).id, bookingId, at)
  const [statement] = await listRecentStatements(1)
  if (!statement) throw new Error("There is no statement")
  await removeStatement(camille, statement.id, at)
  const again = await importStatement(camille, csv([paying()]), at)
  if (!again.ok || again.value.kind !== "columns") throw new Error("No columns were asked for")
  expect(await chooseColumns(camille, again.value.id, { ...columns, label: 0, reference: 1 }, at)).toMatchObject({
    value: { fresh: 0, known: 1 },
  })
})

test("known columns do not let an empty or endless table through", async () => {
  await importRows([paying()])
  const rows = Array.from({ length: 5_001 }, () => paying())
  expect(await importStatement(camille, csv(rows), at)).toMatchObject({ error: { kind: "too-many" } })
})

test("retention erases old lines, empty statements and unread tables, and payments stay", async () => {
  await importRows([paying()])
  await settleAsPayment(camille, (await theLine()).id, bookingId, at)
  await importStatement(camille, new TextEncoder().encode("Date;Nom;Somme\n01/01/2027;a;1"), at)
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000)
  expect([
    await eraseBankLines(later(0.9)),
    await eraseBankLines(later(1.1)),
    await eraseBankLines(later(394)),
  ]).toEqual([0, 1, 0])
  expect(await eraseBankLines(later(397))).toBe(1)
  expect([(await listRecentStatements(5)).length, await readPaidAmount(bookingId)]).toEqual([0, 7_500])
})

describe("reversals by the bank", () => {
  const camt = (entries: string) =>
    new TextEncoder().encode(
      `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>FR76</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`,
    )
  const entry = (side: string, amount: string, more = "") => `<Ntry><Amt Ccy="EUR">${amount}</Amt>
    <CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${today}</Dt></BookgDt>${more}</Ntry>`
  const reversal = "<RvslInd>true</RvslInd>"

  test("a reversal stands beside its line, is neither payment nor refund, and links to reversing the payment", async () => {
    await importStatement(camille, camt(entry("CRDT", "75.00")), at)
    const received = await theLine()
    await settleAsPayment(camille, received.id, bookingId, at)
    expect(await importStatement(camille, camt(entry("DBIT", "75.00", reversal)), at)).toMatchObject({
      value: { fresh: 1 },
    })
    const reversedLine = await theLine()
    expect(reversedLine).toMatchObject({ amount: -7_500, reversal: true })
    expect((await buildProposals([reversedLine], at)).get(reversedLine.id)).toEqual({
      payments: [],
      refunds: [],
      reversed: [
        { id: received.id, bookedOn: today, number, clientName: expect.any(String), recorded: true, refundId: null },
      ],
      reversedOn: null,
      isOneOfMany: false,
    })
    await reopenLine(camille, received.id, await readPaymentId(received.id), at)
    // The transfer is open again, and says that it was reversed.
    const again = await readBankLine(received.id)
    if (!again) throw new Error("The line is gone")
    expect((await buildProposals([again], at)).get(received.id)).toMatchObject({ reversedOn: today })
    expect((await readPaidAmount(bookingId)).valueOf()).toBe(0)
    expect(await dismissLine(camille, reversedLine.id, at)).toMatchObject({ ok: true })
  })

  test("a reversed debit is no payment of a booking with its amount due", async () => {
    await importStatement(camille, camt(entry("CRDT", "75.00", reversal)), at)
    const line = await theLine()
    expect((await buildProposals([line], at)).get(line.id)).toMatchObject({ payments: [], reversed: [] })
    expect(await settleAsPayment(camille, line.id, bookingId, at)).toMatchObject({ error: { kind: "not-found" } })
    expect(await readPaidAmount(bookingId)).toBe(0)
  })
})

test("a returned refund is owed again, each time, and the register has the money back", async () => {
  const camtOf = (side: string, nth: number, more = "") =>
    new TextEncoder().encode(`<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">20.00</Amt>
      <CdtDbtInd>${side}</CdtDbtInd>${more}<BookgDt><Dt>${today}</Dt></BookgDt><AddtlNtryInf>${nth}</AddtlNtryInf></Ntry>
      </Stmt></BkToCstmrStmt></Document>`)
  await recordPayment(
    camille,
    { id: randomUUID(), bookingId, means: "cash", amount: 7_500, receivedOn: today, note: "" },
    at,
  )
  await transaction((tx) =>
    scheduleRefund(tx, { bookingId, reason: "overpaid", amount: 2_000, dueOn: today, createdAt: at }),
  )
  const [owed] = await db.select().from(refunds).where(eq(refunds.bookingId, bookingId))
  if (!owed) throw new Error("Nothing is owed")
  for (const nth of [1, 2]) {
    await importStatement(camille, camtOf("DBIT", nth), at)
    const paid = await theLine()
    expect(await settleAsRefund(camille, paid.id, owed.id, at)).toMatchObject({ ok: true })
    await importStatement(camille, camtOf("CRDT", nth, "<RvslInd>true</RvslInd>"), at)
    const back = await theLine()
    expect((await buildProposals([back], at)).get(back.id)?.reversed).toMatchObject([
      { id: paid.id, refundId: owed.id },
    ])
    const noted = await settleAsReturnedRefund(camille, back.id, owed.id, new Date(at.getTime() + nth * 60_000))
    expect(noted).toEqual({ ok: true, value: { number } })
    expect(await settleAsReturnedRefund(camille, back.id, owed.id, at)).toMatchObject({ ok: false })
    expect(await openLines()).toEqual([])
    expect(await listOpenRefunds(at, bookingId)).toMatchObject([{ id: owed.id, amount: 2_000, failed: true }])
  }
  const { rows } = await db.execute<{ sum: number; lines: number }>(sql`
    select sum(amount)::integer as sum, count(*)::integer as lines
    from takings where kind = 'refund'`)
  expect(rows).toEqual([{ sum: 0, lines: 4 }])
  expect(await checkTakings(hours(3))).toMatchObject({ found: 0, findings: [] })
})

test("all of one sender's lines are ignored at once, but neither settled ones nor other senders'", async () => {
  const from = (name: string, amount: string) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <BookgDt><Dt>${today}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>
    </TxDtls></NtryDtls></Ntry>`
  // One of them matches an amount due, so it stays.
  const entries =
    ["11", "12", "13", "175"].map((amount) => from("STRIPE", amount)).join("") + from("Jeanne Petit", "14")
  await importStatement(
    camille,
    new TextEncoder().encode(`<Document><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`),
    at,
  )
  const lines = await openLines()
  const [settled, one] = lines.filter(({ counterparty, amount }) => counterparty === "STRIPE" && amount < 2_000)
  if (!settled || !one) throw new Error("Lines are missing")
  expect((await buildProposals(lines, at)).get(one.id)).toMatchObject({ isOneOfMany: true })
  await settleAsPayment(camille, settled.id, bookingId, at)
  expect(await dismissLinesOfSender(camille, settled.id, at)).toMatchObject({ error: { kind: "decided" } })
  expect(await dismissLinesOfSender(camille, one.id, at)).toEqual({ ok: true, value: { lines: 2 } })
  expect(await dismissLinesOfSender(camille, one.id, at)).toEqual({ ok: true, value: { lines: 0 } })
  expect((await openLines()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([1_400, 17_500])
  expect((await readBankLine(settled.id))?.state).toBe("settled")
  expect((await acts()).filter((action) => action === "bank.sender-dismissed")).toHaveLength(1)
})

test("the remainder of an instalment is proposed for a name with that amount, and so is the full remainder", async () => {
  const id = randomUUID()
  await recordPayment(camille, { id, bookingId, means: "cash", amount: 5_980, receivedOn: today, note: "" }, at)
  const { booking: other } = await makeSentContract(camille)
  await recordPayment(
    camille,
    { id: randomUUID(), bookingId: other.id, means: "cash", amount: 900, receivedOn: today, note: "" },
    at,
  )
  await importRows([
    [french, "VIR ELENA MORETTI", "15,20"],
    [french, "VIR AUTRE", "190,20"],
  ])
  const lines = await openLines()
  const proposals = await buildProposals(lines, at)
  const matches = lines.map((line) => proposals.get(line.id)?.payments.map(({ booking }) => [booking.id, booking.left]))
  expect(matches).toEqual([[[bookingId, 19_020]], [[bookingId, 19_020]]])
})

test("an amount due for many bookings is not proposed, and another line's unique one still is", async () => {
  for (let count = 0; count < 17; count++) await makeSentContract(camille)
  const id = randomUUID()
  await recordPayment(camille, { id, bookingId, means: "cash", amount: 100, receivedOn: today, note: "" }, at)
  await importRows([
    [french, "VIR SANS REFERENCE", "75,00"],
    [french, "VIR AUTRE", "249,00"],
  ])
  const lines = await openLines()
  const proposals = await buildProposals(lines, at)
  const matches = new Map(
    lines.map(({ id, label }) => [label, proposals.get(id)?.payments.map(({ booking }) => booking.id)]),
  )
  expect(matches.get("VIR SANS REFERENCE")).toEqual([])
  expect(matches.get("VIR AUTRE")).toEqual([bookingId])
})

test("any number of lines naming a booking each get their own proposal, the oldest too", async () => {
  const count = 260
  // Equal amounts make them candidates for one another as well.
  const { rows } = await withoutTriggers<{ id: BookingId; number: string }>(sql`
    insert into bookings overriding system value
    select copied.* from bookings, generate_series(1, ${count}) nth,
      jsonb_populate_record(bookings, jsonb_build_object('id', gen_random_uuid(), 'number', bookings.number + nth,
        'idempotency_key', gen_random_uuid())) copied
    where bookings.id = ${bookingId}
    returning id, number`)
  expect(rows).toHaveLength(count)
  const numbers = [number, ...rows.map((row) => Number(row.number))]
  await importRows(numbers.map((each) => [french, `VIR ${paymentReference(each)}`, "75,00"]))
  const all = await db.execute<{ id: Id }>(sql`select id from bank_lines`)
  const lines = (await Promise.all(all.rows.map(({ id }) => readBankLine(id)))).filter((line) => line !== null)
  const proposals = await buildProposals(lines, at)
  const proposed = lines.map(({ id, label }) => [
    label,
    proposals.get(id)?.payments.map(({ booking }) => `VIR ${paymentReference(booking.number)}`),
  ])
  expect(proposed).toHaveLength(numbers.length)
  expect(proposed).toEqual(lines.map(({ label }) => [label, [label]]))
})

test("a table that its administrator abandons is deleted", async () => {
  const first = await importStatement(camille, csv([paying()]), at)
  if (!first.ok || first.value.kind !== "columns") throw new Error("No columns were asked for")
  await discardTable(first.value.id)
  expect(await readWaitingTable(first.value.id)).toBeNull()
})
