import { describe, expect, test } from "vitest"
import { readTable } from "./csv.ts"
import { guessColumns } from "./csv-columns.ts"
import { readStatement } from "./read-statement.ts"
import { decodeStatement, parseStatementAmount, parseStatementDay } from "./text.ts"

const read = (text: string) => {
  const result = readStatement(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  if (result.value.kind !== "statement") throw new Error("A table")
  return result.value.statement
}
const readProblem = (text: string) => {
  const result = readStatement(text)
  return result.ok ? null : result.error
}

const entry = (inner: string, side = "CRDT", amount = "75.00") => `
  <Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2027-05-03</Dt></BookgDt>${inner}</Ntry>`
const camt = (entries: string, version = "08") => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>
  <Acct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

describe("camt.053", () => {
  test("an entry has its payer, the bank's text and the bank's own number", () => {
    const details = `<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      <RltdPties><Dbtr><Pty><Nm>Jeanne Petit</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>GU 34WJ G</Ustrd></RmtInf></TxDtls></NtryDtls>`
    expect(read(camt(entry(details)))).toEqual({
      format: "camt.053",
      account: "FR7630006000011234567890189",
      skipped: 0,
      skippedByReason: {},
      entries: [
        {
          bookedOn: "2027-05-03",
          amount: 7_500,
          label: "GU 34WJ G",
          counterparty: "Jeanne Petit",
          reference: null,
          bankId: "B1",
          account: "FR7630006000011234567890189",
        },
      ],
    })
  })

  test("an outgoing entry is negative, and a pending one is skipped", () => {
    const pending = entry("").replace("BOOK", "PDNG")
    const statement = read(camt(entry("", "DBIT", "12.5") + pending, "02"))
    expect([statement.entries.map(({ amount }) => amount), statement.skipped]).toEqual([[-1_250], 1])
  })

  test("a returned transfer is recognised by reason or by kind, part by part, without RvslInd", () => {
    const kind = (sub: string) =>
      `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`
    const reason = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"
    const part = (inner: string) => `<TxDtls><Amt Ccy="EUR">37.50</Amt>${inner}</TxDtls>`
    const parted = (...parts: string[]) => `<NtryDtls>${parts.join("")}</NtryDtls>`
    const statement = read(
      camt(
        entry(kind("RRTN")) +
          entry(parted(`<TxDtls>${reason}</TxDtls>`), "CRDT", "20") +
          entry(parted(part(reason), part(kind("RRTN"))), "CRDT", "75.00") +
          entry(parted(part(reason), part("")), "CRDT", "75.00") +
          // A batch that cannot be split is returned only where all of it is.
          entry(parted(part(reason), part("")), "CRDT", "80.00") +
          entry(kind("ESCT") + parted("<TxDtls><RtrInf/></TxDtls>")),
      ),
    )
    expect(statement.entries.map(({ amount, reversal }) => [amount, reversal])).toEqual([
      [7_500, true],
      [2_000, true],
      [3_750, true],
      [3_750, true],
      [3_750, true],
      [3_750, undefined],
      [8_000, undefined],
      [7_500, undefined],
    ])
  })

  test("a reversal in either direction is distinguished from a payment", () => {
    const [debitReversal, back] = [
      entry("<RvslInd>true</RvslInd>", "DBIT"),
      entry("<RvslInd>1</RvslInd>", "CRDT", "20"),
    ]
    const statement = read(camt(debitReversal + back + entry("<RvslInd>false</RvslInd>")))
    expect(statement.entries.map(({ amount, reversal }) => [amount, reversal])).toEqual([
      [-7_500, true],
      [2_000, true],
      [7_500, undefined],
    ])
  })

  test("a batch is split only where its parts add up", () => {
    const part = (amount: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt></TxDtls>`
    const batch = (last: string) =>
      read(camt(entry(`<AcctSvcrRef>B2</AcctSvcrRef><NtryDtls>${part("50")}${part(last)}</NtryDtls>`)))
    expect(batch("25.00").entries.map(({ amount, bankId }) => [amount, bankId])).toEqual([
      [5_000, "B2/1"],
      [2_500, "B2/2"],
    ])
    expect(batch("24.00").entries.map(({ amount }) => amount)).toEqual([7_500])
  })

  test("a file that declares entities is refused before it is parsed", () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
      <Document><BkToCstmrStmt><Stmt>${entry("<AddtlNtryInf>&b;</AddtlNtryInf>")}</Stmt></BkToCstmrStmt></Document>`
    expect(readProblem(bomb)).toMatchObject({ kind: "broken", format: "camt.053" })
  })

  test("a file with thousands of character references is read, one that nests too deeply is refused", () => {
    const label = "L&apos;".repeat(20_000)
    const read = readStatement(camt(entry(`<AddtlNtryInf>${label}</AddtlNtryInf>`)))
    expect(read).toMatchObject({ ok: true, value: { statement: { entries: [{ amount: 7_500 }] } } })
    const deep = "<AddtlNtryInf>".repeat(20_000) + "</AddtlNtryInf>".repeat(20_000)
    expect(readProblem(camt(entry(deep)))).toMatchObject({ kind: "broken", format: "camt.053" })
  })

  test("another currency, a broken file and another document have different errors", () => {
    expect(readProblem(camt(entry("").replace('"EUR"', '"CHF"')))).toEqual({ kind: "other-currency", currency: "CHF" })
    expect(readProblem(camt(entry("")).slice(0, -20))).toMatchObject({ kind: "broken", format: "camt.053" })
    expect(readProblem(camt(entry("").replace("2027-05-03", "demain")))).toMatchObject({ kind: "broken", line: 1 })
    expect(readProblem("<html><body>Relevé</body></html>")).toEqual({ kind: "unknown-format" })
    expect(readProblem(camt(""))).toEqual({ kind: "no-entries" })
  })
})

/** A record of 120 characters: each field at its position, counted from 1. */
const record = (fields: Readonly<Record<number, string>>) => {
  const signs = Array.from({ length: 120 }, () => " ")
  for (const [place, text] of Object.entries(fields)) signs.splice(Number(place) - 1, text.length, ...text)
  return signs.join("")
}
const account = { 3: "30006", 12: "00001", 17: "EUR", 20: "2", 22: "12345678901" }
const movement = (amount: string, more: Readonly<Record<number, string>> = {}) =>
  record({ 1: "04", ...account, 35: "030527", 49: "VIR SEPA RECU", 91: amount, ...more })

describe("CFONB 120", () => {
  test("the last character of an amount encodes its digit and sign; records 05 have name and reason", () => {
    const lines = [
      record({ 1: "01", ...account, 35: "010527", 91: "0000000010000{" }),
      movement("0000000000750{"),
      record({ 1: "05", ...account, 35: "030527", 46: "NPY", 49: "JEANNE PETIT" }),
      record({ 1: "05", ...account, 35: "030527", 46: "LCC", 49: "GU34WJG" }),
      movement("0000000000123D"),
      movement("0000000000123M", { 105: "REMB 12" }),
      record({ 1: "07", ...account, 35: "310527", 91: "0000000010750{" }),
    ]
    const statement = read(`${lines.join("\r\n")}\r\n`)
    expect(statement.account).toBe("30006 00001 12345678901")
    expect(statement.entries).toEqual([
      {
        bookedOn: "2027-05-03",
        amount: 7_500,
        label: "VIR SEPA RECU GU34WJG",
        counterparty: "JEANNE PETIT",
        reference: null,
        bankId: null,
        account: "30006 00001 12345678901",
      },
      expect.objectContaining({ amount: 1_234, reference: null }),
      expect.objectContaining({ amount: -1_234, reference: "REMB 12" }),
    ])
  })

  test("an entry with a rejection code is a reversal", () => {
    const rejected = read(`${movement("0000000000750}", { 41: "04" })}\n${movement("0000000000750{", { 41: "00" })}`)
    expect(rejected.entries.map(({ amount, reversal }) => [amount, reversal])).toEqual([
      [-7_500, true],
      [7_500, undefined],
    ])
  })

  test("a line that is no record is reported by its number", () => {
    expect(readProblem(`${movement("0000000000750{")}\nautre chose`)).toEqual({
      kind: "broken",
      format: "cfonb120",
      line: 2,
      reason: "record",
      text: "autre chose",
    })
    expect(readProblem(movement("0000000000750{", { 35: "990527" }))).toMatchObject({ kind: "broken", line: 1 })
  })
})

describe("a bank's CSV", () => {
  const tableOf = (text: string) => {
    const result = readStatement(text)
    if (!result.ok || result.value.kind !== "table") throw new Error("No table")
    return result.value.table
  }
  const statementOf = (text: string) => {
    const table = tableOf(text)
    return readTable(table, guessColumns(table.header))
  }

  test("a table may have a preamble, semicolons, French amounts and quotes", () => {
    const text = [
      "Compte;12345",
      "Solde;1 000,00",
      "",
      "Date;Libellé;Montant(EUROS)",
      '03/05/2027;"VIR ""PETIT""; merci";75,00',
      "04/05/2027;Prélèvement;-1 200,50",
    ].join("\r\n")
    const read = statementOf(text)
    expect(read.ok && read.value.entries.map(({ bookedOn, label, amount }) => [bookedOn, label, amount])).toEqual([
      ["2027-05-03", 'VIR "PETIT"; merci', 7_500],
      ["2027-05-04", "Prélèvement", -120_050],
    ])
  })

  test("debit and credit may be separate, with either sign for debits; a final sum is no entry", () => {
    const text =
      "Date opération;Libellé;Débit;Crédit\n03/05/27;VIR;;75,00\n04/05/27;CB;-12,00;\n05/05/27;CB;12,00;\nTotal;;;75,00"
    const read = statementOf(text)
    expect(read.ok && read.value.entries.map(({ amount }) => amount)).toEqual([7_500, -1_200, -1_200])
  })

  test("the same header is recognised, and another belongs to another bank", () => {
    const one = tableOf("Date;Libellé;Montant\n03/05/2027;a;1")
    expect(tableOf("Compte;9\nDATE;LIBELLÉ;MONTANT\n04/05/2027;b;2").headerSha256).toBe(one.headerSha256)
    expect(tableOf("Date;Libellé;Montant;Nom\n03/05/2027;a;1;x").headerSha256).not.toBe(one.headerSha256)
  })

  test("an unreadable row is reported, and a file that is no table is refused", () => {
    const read = statementOf(
      "Date;Libellé;Montant\n03/05/2027;a;1\n04/05/2027;b;beaucoup\n05/05/2027;c;1\n06/05/2027;d;1",
    )
    expect(read).toEqual({
      ok: false,
      error: { kind: "broken", format: "csv", line: 3, reason: "amount", text: "beaucoup" },
    })
    expect(
      [readProblem(""), readProblem("Bonjour"), readProblem("%PDF-1.7\n1;2;3")].map((problem) => problem?.kind),
    ).toEqual(["empty", "unknown-format", "unknown-format"])
  })
})

test("missing information in a table is refused or counted, never guessed", () => {
  const of = (text: string, side?: number) => {
    const result = readStatement(text)
    if (!result.ok || result.value.kind !== "table") return result
    const { table } = result.value
    return readTable(table, { ...guessColumns(table.header), side: side ?? null })
  }
  const head = "Date;Libellé;Montant;Sens"
  const sides = `${head}\n03/05/2027;LOYER;800,00;D\n04/05/2027;VIR;75,00;C`
  expect(of(sides)).toMatchObject({ error: { kind: "sides" } })
  expect(of(sides, 3)).toMatchObject({ value: { entries: [{ amount: -80_000 }, { amount: 7_500 }] } })
  expect(of(`${head}\n03/05/2027;a;1;x\n31/02/2027;b;2;x`)).toMatchObject({ error: { kind: "broken", line: 3 } })
  expect(of(`${head}\n03/05/2027;a;1;x\nTotal;;1;x`)).toMatchObject({ value: { skipped: 1 } })
  expect(of(`${head}\n03/05/2027;a;1;x\n04/05/2027;"b;2;x\n05/05/2027;c;3;x`)).toMatchObject({
    error: { kind: "broken" },
  })
  expect(readStatement(`${head}\n03/05/2027;a\0;1;x`)).toMatchObject({ error: { kind: "unknown-format" } })
})

test("joined records, separate accounts, counterparties, batches and attributes are read correctly", () => {
  const other = { ...account, 22: "99999999999" }
  const ended = [
    movement("0000000000750{"),
    record({ 1: "05", ...account, 46: "NPY", 49: "JEANNE PETIT" }),
    record({ 1: "05", ...account, 46: "NBE", 49: "GUINGUETTE" }),
    movement("0000000000123D", other),
  ]
  const { entries } = read(ended.join(""))
  expect(entries.map((each) => [each.counterparty, each.account])).toEqual([
    ["JEANNE PETIT", "30006 00001 12345678901"],
    [null, "30006 00001 99999999999"],
  ])
  const second = camt(entry("")).replace(
    "</Stmt>",
    `</Stmt><Stmt><Acct><Id><IBAN>FR2</IBAN></Id></Acct>${entry("")}</Stmt>`,
  )
  expect(read(second).entries.map((each) => each.account)).toEqual(["FR7630006000011234567890189", "FR2"])
  const part = (name: string) =>
    `<TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd a="1">de ${name}</Ustrd></RmtInf></TxDtls>`
  const [batch] = read(camt(entry(`<NtryDtls>${part("Dupont")}${part("Petit")}</NtryDtls>`))).entries
  expect(batch).toMatchObject({ counterparty: null, label: "de Dupont de Petit" })
})

test("UTF-8 and UTF-16 with or without a mark and Windows Latin 1 are detected", () => {
  expect(decodeStatement(new TextEncoder().encode("\uFEFFLibellé"))).toBe("Libellé")
  expect(decodeStatement(Uint8Array.from([0x4c, 0x69, 0x62, 0x65, 0x6c, 0x6c, 0xe9, 0x80]))).toBe("Libellé€")
  const little = Buffer.from("\uFEFFLibellé€", "utf16le")
  expect(decodeStatement(little)).toBe("Libellé€")
  expect(decodeStatement(Buffer.from(little).swap16())).toBe("Libellé€")
})

test("days and amounts are read in the formats of banks", () => {
  expect(
    ["02/05/2027", "2.5.27", "2027-05-02T10:00", "31/02/2027", "hier"].map((text) => parseStatementDay(text)),
  ).toEqual(["2027-05-02", "2027-05-02", "2027-05-02", null, null])
  expect(
    ["1 234,56", "-12.50", "+1.234,5 €", "150", "(3,00)", "1,234.56", "150.0000", "12,500", "1.2,3", "", "douze"].map(
      (text) => parseStatementAmount(text),
    ),
  ).toEqual([123_456, -1_250, 123_450, 15_000, -300, 123_456, null, null, null, null, null])
})
