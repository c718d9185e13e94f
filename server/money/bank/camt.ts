import { XMLParser, XMLValidator } from "fast-xml-parser"
import type { AsideReason, Statement, StatementEntry } from "../../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { BrokenStatement, StatementProblem } from "./statement-problem.ts"
import { oneLine, statementAmount, statementDay } from "./text.ts"

type Node = { readonly [name: string]: unknown }

// Text stays text: "0012" is no number, and an amount is read as an amount. Entities of HTML bring references by number.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  htmlEntities: true,
})

/** A day's statement (camt.053), the day so far (camt.052), and what has just been booked (camt.054). */
const messages = [
  ["BkToCstmrStmt", "Stmt"],
  ["BkToCstmrAcctRpt", "Rpt"],
  ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
] as const

/** ISO 20022, "bank to customer", of any version. */
export function readCamt(text: string): Result<Statement, StatementProblem> {
  const broken = (reason: BrokenStatement["reason"], line: number | null, written: string | null = null) =>
    err({ kind: "broken" as const, format: "camt.053" as const, line, reason, text: written })
  // An entity that is declared in the file can grow without end; no bank declares any.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return broken("markup", null)
  const valid = XMLValidator.validate(text)
  if (valid !== true) return broken("markup", valid.err.line)
  const parsed = parse(text)
  if (parsed === null) return broken("markup", null)
  const document = nodeAt(parsed, "Document")
  const statements = messages.flatMap(([message, part]) => listOf(nodeAt(document, message)[part]).map(node))
  if (statements.length === 0) return err({ kind: "unknown-format" })
  const entries: StatementEntry[] = []
  const asideFor: Statement["asideFor"] = {}
  const accounts = new Set<string>()
  let foreign: string | null = null
  for (const statement of statements) {
    const account = textAt(statement, "Acct", "Id", "IBAN") ?? textAt(statement, "Acct", "Id", "Othr", "Id")
    if (account !== null) accounts.add(account)
    for (const [index, entry] of listOf(statement["Ntry"]).map(node).entries()) {
      const read = readEntry(entry, { account, currency: textAt(statement, "Acct", "Ccy") ?? "EUR" })
      if ("problem" in read) return broken(read.problem, index + 1, oneLine(read.text))
      if ("aside" in read) {
        asideFor[read.aside] = (asideFor[read.aside] ?? 0) + 1
        foreign ??= read.currency ?? null
      } else entries.push(...read.entries)
    }
  }
  if (entries.length === 0 && foreign !== null) return err({ kind: "other-currency", currency: foreign })
  const aside = Object.values(asideFor).reduce((sum, count) => sum + count, 0)
  return ok({ format: "camt.053", account: [...accounts].join(", ") || null, entries, aside, asideFor })
}

/** Null when it is nested deeper than any bank nests. */
function parse(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return null
  }
}

type ReadEntry =
  | { entries: StatementEntry[] }
  | { aside: AsideReason; currency?: string }
  | { problem: "day" | "amount" | "side"; text: string }

type Account = { account: string | null; currency: string }

function readEntry(entry: Node, { account, currency }: Account): ReadEntry {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts", "Prtry") ?? textAt(entry, "Sts")
  const isReversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "") || namesReturn(entry)
  if (status !== null && status !== "BOOK") return { aside: "not-executed" }
  const whole = amountAt(entry, "Amt", currency)
  if (whole === null) return { problem: "amount", text: textAt(entry, "Amt") ?? "" }
  if (whole.cents === 0) return { aside: "no-amount" }
  if (whole.currency !== "EUR") return { aside: "other-currency", currency: whole.currency }
  const side = textAt(entry, "CdtDbtInd")
  if (side !== "CRDT" && side !== "DBIT") return { problem: "side", text: side ?? "" }
  const sign = side === "CRDT" ? 1 : -1
  const day = ["BookgDt", "ValDt"].flatMap((name) => textAt(entry, name, "Dt") ?? textAt(entry, name, "DtTm") ?? [])[0]
  const bookedOn = statementDay((day ?? "").replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/, "$1"))
  if (bookedOn === null) return { problem: "day", text: day ?? "" }
  const details = listOf(entry["NtryDtls"]).flatMap((each) => listOf(node(each)["TxDtls"]).map(node))
  const amounts = details.map(
    (detail) => amountAt(detail, "Amt", currency) ?? amountAt(nodeAt(detail, "AmtDtls", "TxAmt"), "Amt", currency),
  )
  // "NtryRef" is only good within one file, and some banks write "NONREF".
  const given = textAt(entry, "AcctSvcrRef")
  const bankId = given === null || /^NON\s?REF$/i.test(given) ? null : given
  // A batch is split only where its parts come to the whole.
  const parts = amounts.map((amount) => (amount?.currency === "EUR" ? amount.cents : 0))
  const split = details.length > 1 && parts.reduce((sum, each) => sum + each, 0) === whole.cents && !parts.includes(0)
  // One that is not split is nobody's alone: all that its parts say, and no name.
  const groups = split ? details.map((detail) => [detail]) : [details]
  const extra = textAt(entry, "AddtlNtryInf")
  return {
    entries: groups.map((parted, index) => ({
      bookedOn,
      amount: sign * (split ? (parts[index] ?? 0) : whole.cents),
      label: oneLine([...parted.flatMap(wordsOf), extra ?? ""].join(" ")),
      counterparty: parted.length === 1 ? oneLineOf(nameOf(node(parted[0]), side === "CRDT" ? "Dbtr" : "Cdtr")) : null,
      reference: oneLine(parted.map((detail) => referenceOf(detail) ?? "").join(" ")) || null,
      bankId: bankId === null ? null : split ? `${bankId}/${index + 1}` : bankId,
      account,
      ...(isReversal || (parted.length > 0 && parted.every(isReturned)) ? { reversal: true } : {}),
    })),
  }
}

/** A part's words for people: its free text, the words and numbers of its documents, and why it came back. */
function wordsOf(detail: Node): string[] {
  const documents = structured(detail).flatMap((each) => listOf(each["AddtlRmtInf"]).map(textOf))
  const returns = listOf(detail["RtrInf"]).map(node).flatMap(returnReason)
  return [
    ...listOf(nodeAt(detail, "RmtInf")["Ustrd"]).map(textOf),
    ...documents,
    textAt(detail, "AddtlTxInf") ?? "",
    ...returns,
  ]
}

function structured(detail: Node): Node[] {
  return listOf(nodeAt(detail, "RmtInf")["Strd"]).map(node)
}

/** ISO's codes of returns, in words. */
const returnReasons: Readonly<Record<string, string>> = {
  AC01: "numéro de compte incorrect",
  AC03: "numéro de compte incorrect",
  AC04: "compte clos",
  AC06: "compte bloqué",
  AG01: "opération interdite sur ce compte",
  AG02: "code d’opération incorrect",
  AM04: "provision insuffisante",
  AM05: "doublon",
  AM09: "montant incorrect",
  ARDT: "virement déjà rendu",
  BE04: "adresse manquante",
  CUST: "demandé par le client",
  DUPL: "doublon",
  FOCR: "rappel demandé",
  FRAD: "fraude",
  MD01: "pas de mandat",
  MD06: "contesté par le débiteur",
  MD07: "titulaire décédé",
  MS02: "refusé par le client",
  MS03: "raison non communiquée",
  NOAS: "sans réponse du client",
  RC01: "code de la banque incorrect",
  RR04: "raison réglementaire",
  TECH: "erreur technique",
}

function returnReason(returned: Node): string[] {
  const reason = [nodeAt(returned, "Rsn"), nodeAt(returned, "RtrRsn")]
  const code = reason.map((each) => textAt(each, "Cd") ?? textAt(each, "Prtry")).find((each) => each !== null) ?? null
  const words = [
    ...(code === null ? [] : [returnReasons[code] ? `${returnReasons[code]} (${code})` : code]),
    ...listOf(returned["AddtlInf"]).map(textOf),
  ]
  return words.length === 0 ? [] : [`Motif du retour\u00a0: ${words.join(", ")}`]
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
  const documents = structured(detail).flatMap((each) => [
    textAt(each, "CdtrRefInf", "Ref"),
    ...listOf(each["RfrdDocInf"]).map((document) => textAt(node(document), "Nb")),
  ])
  const given = [...documents, textAt(detail, "Refs", "EndToEndId")]
  const texts = given.filter((text) => text !== null && !/^NOT\s?PROVIDED$/i.test(text))
  return texts.length > 0 ? oneLine(texts.join(" ")) : null
}

/** `usual`: the currency of an amount that names none. */
function amountAt(parent: Node, name: string, usual: string): { cents: number; currency: string } | null {
  const value = listOf(parent[name])[0]
  const text = textOf(value)
  // "1234.5": a point and no thousands.
  const cents = /^\d+(\.\d{1,5})?$/.test(text) ? statementAmount(Number(text).toFixed(2)) : null
  return cents === null ? null : { cents, currency: String(node(value)["@Ccy"] ?? usual) }
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
