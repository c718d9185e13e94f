import { XMLParser, XMLValidator } from "fast-xml-parser"
import { isDay } from "../../domain/day.ts"
import type { Statement, StatementEntry } from "../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { StatementProblem } from "./statement-problem.ts"
import { oneLine, statementAmount } from "./text.ts"

type Node = { readonly [name: string]: unknown }

// Text stays text: "0012" is no number, and an amount is read as an amount.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
})

/** ISO 20022 camt.053, "bank to customer statement", of any version. */
export function readCamt(text: string): Result<Statement, StatementProblem> {
  // An entity that is declared in the file can grow without end; no bank declares any.
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || XMLValidator.validate(text) !== true)
    return err({ kind: "broken", format: "camt.053", line: null })
  const parsed = parse(text)
  if (parsed === null) return err({ kind: "broken", format: "camt.053", line: null })
  const document = nodeAt(parsed, "Document")
  const statements = listOf(nodeAt(document, "BkToCstmrStmt")["Stmt"]).map(node)
  if (statements.length === 0) return err({ kind: "unknown-format" })
  const entries: StatementEntry[] = []
  let aside = 0
  const accounts = new Set<string>()
  for (const statement of statements) {
    const account = textAt(statement, "Acct", "Id", "IBAN") ?? textAt(statement, "Acct", "Id", "Othr", "Id")
    if (account !== null) accounts.add(account)
    for (const [index, entry] of listOf(statement["Ntry"]).map(node).entries()) {
      const read = readEntry(entry, account)
      if (read === null) return err({ kind: "broken", format: "camt.053", line: index + 1 })
      if ("currency" in read) return err({ kind: "other-currency", currency: read.currency })
      if (read.entries.length === 0) aside += 1
      entries.push(...read.entries)
    }
  }
  return ok({ format: "camt.053", account: [...accounts].join(", ") || null, entries, aside })
}

/** Null when it is nested deeper than any bank nests. */
function parse(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return null
  }
}

function readEntry(entry: Node, account: string | null): { entries: StatementEntry[] } | { currency: string } | null {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")
  const isReversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "") || namesReturn(entry)
  const side = textAt(entry, "CdtDbtInd")
  if ((side !== "CRDT" && side !== "DBIT") || (status !== null && status !== "BOOK")) return { entries: [] }
  const sign = side === "CRDT" ? 1 : -1
  const bookedOn = (
    textAt(entry, "BookgDt", "Dt") ??
    textAt(entry, "BookgDt", "DtTm") ??
    textAt(entry, "ValDt", "Dt") ??
    ""
  ).slice(0, 10)
  const whole = amountAt(entry, "Amt")
  if (!isDay(bookedOn) || whole === null) return null
  if (whole.cents === 0) return { entries: [] }
  if (whole.currency !== "EUR") return { currency: whole.currency }
  const details = listOf(entry["NtryDtls"]).flatMap((each) => listOf(node(each)["TxDtls"]).map(node))
  const amounts = details.map(
    (detail) => amountAt(detail, "Amt") ?? amountAt(nodeAt(detail, "AmtDtls", "TxAmt"), "Amt"),
  )
  // "NtryRef" is only good within one file, and some banks write "NONREF".
  const given = textAt(entry, "AcctSvcrRef")
  const bankId = given === null || /^NON\s?REF$/i.test(given) ? null : given
  // A batch is split only where its parts come to the whole.
  const parts = amounts.map((amount) => amount?.cents ?? 0)
  const split = details.length > 1 && parts.reduce((sum, each) => sum + each, 0) === whole.cents && !parts.includes(0)
  // One that is not split is nobody's alone: all that its parts say, and no name.
  const groups = split ? details.map((detail) => [detail]) : [details]
  const extra = textAt(entry, "AddtlNtryInf")
  return {
    entries: groups.map((parted, index) => ({
      bookedOn,
      amount: sign * (split ? (parts[index] ?? 0) : whole.cents),
      label: oneLine(
        [
          ...parted.flatMap((detail) => [
            ...listOf(nodeAt(detail, "RmtInf")["Ustrd"]).map(textOf),
            textAt(detail, "AddtlTxInf") ?? "",
          ]),
          extra ?? "",
        ].join(" "),
      ),
      counterparty: parted.length === 1 ? oneLineOf(nameOf(node(parted[0]), side === "CRDT" ? "Dbtr" : "Cdtr")) : null,
      reference: oneLine(parted.map((detail) => referenceOf(detail) ?? "").join(" ")) || null,
      bankId: bankId === null ? null : split ? `${bankId}/${index + 1}` : bankId,
      account,
      ...(isReversal || (parted.length > 0 && parted.every(isReturned)) ? { reversal: true } : {}),
    })),
  }
}

/** Few banks write `RvslInd`: a transfer that came back is told by its own part, or by the code of its kind. */
function isReturned(detail: Node): boolean {
  return listOf(detail["RtrInf"]).length > 0 || namesReturn(detail)
}

/** Of ISO's kinds of entries: a transfer that came back, and one that was called back. */
function namesReturn(entry: Node): boolean {
  return /^(RRTN|RPCR)$/.test(textAt(entry, "BkTxCd", "Domn", "Fmly", "SubFmlyCd") ?? "")
}

/** The party on the other side; the ultimate one where only that is named. Versions differ in where the name stands. */
function nameOf(detail: Node, side: "Dbtr" | "Cdtr"): string | null {
  for (const who of [side, `Ultmt${side}`])
    for (const path of [["Nm"], ["Pty", "Nm"]]) {
      const name = textAt(detail, "RltdPties", who, ...path)
      if (name !== null) return name
    }
  return null
}

function referenceOf(detail: Node): string | null {
  const given = [textAt(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref"), textAt(detail, "Refs", "EndToEndId")]
  const texts = given.filter((text) => text !== null && !/^NOT\s?PROVIDED$/i.test(text))
  return texts.length > 0 ? oneLine(texts.join(" ")) : null
}

function amountAt(parent: Node, name: string): { cents: number; currency: string } | null {
  const value = parent[name]
  const found = node(value)
  const text = typeof value === "string" ? value : found["#text"]
  // "1234.5": a point and no thousands.
  const cents =
    typeof text === "string" && /^\d+(\.\d{1,5})?$/.test(text) ? statementAmount(Number(text).toFixed(2)) : null
  return cents === null ? null : { cents, currency: String(found["@Ccy"] ?? "EUR") }
}

function oneLineOf(text: string | null): string | null {
  return text === null ? null : oneLine(text)
}

function node(value: unknown): Node {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

function nodeAt(value: unknown, ...path: string[]): Node {
  return path.reduce<Node>((parent, name) => node(listOf(parent[name])[0]), node(value))
}

function textAt(value: Node, ...path: string[]): string | null {
  const parent = nodeAt(value, ...path.slice(0, -1))
  const found = listOf(parent[path.at(-1) ?? ""])[0]
  return textOf(found) || null
}

/** What an element says, with or without attributes. */
function textOf(element: unknown): string {
  const text = typeof element === "string" ? element : node(element)["#text"]
  return typeof text === "string" ? text : ""
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null || value === "" ? [] : Array.isArray(value) ? value : [value]
}
