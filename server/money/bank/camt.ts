import { XMLParser, XMLValidator } from "fast-xml-parser"
import type { SkipReason, Statement, StatementEntry } from "../../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { BrokenStatement, StatementProblem } from "./statement-problem.ts"
import { oneLine, parseStatementAmount, parseStatementDay } from "./text.ts"

type Node = { readonly [name: string]: unknown }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  htmlEntities: true,
})

const messages = [
  ["BkToCstmrStmt", "Stmt"],
  ["BkToCstmrAcctRpt", "Rpt"],
  ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
] as const

export function readCamt(text: string): Result<Statement, StatementProblem> {
  const broken = (reason: BrokenStatement["reason"], line: number | null, written: string | null = null) =>
    err({ kind: "broken" as const, format: "camt.053" as const, line, reason, text: written })
  // Refuses declared entities, which could expand without limit; no bank uses them.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return broken("markup", null)
  const valid = XMLValidator.validate(text)
  if (valid !== true) return broken("markup", valid.err.line)
  const parsed = parse(text)
  if (parsed === null) return broken("markup", null)
  const document = nodeAt(parsed, "Document")
  const statements = messages.flatMap(([message, part]) => toArray(nodeAt(document, message)[part]).map(asNode))
  if (statements.length === 0) return err({ kind: "unknown-format" })
  const entries: StatementEntry[] = []
  const skippedByReason: Statement["skippedByReason"] = {}
  const accounts = new Set<string>()
  let foreignCurrency: string | null = null
  for (const statement of statements) {
    const account = textAt(statement, "Acct", "Id", "IBAN") ?? textAt(statement, "Acct", "Id", "Othr", "Id")
    if (account !== null) accounts.add(account)
    for (const [index, entry] of toArray(statement["Ntry"]).map(asNode).entries()) {
      const read = readEntry(entry, { account, currency: textAt(statement, "Acct", "Ccy") ?? "EUR" })
      if ("problem" in read) return broken(read.problem, index + 1, oneLine(read.text))
      if ("skipped" in read) {
        skippedByReason[read.skipped] = (skippedByReason[read.skipped] ?? 0) + 1
        foreignCurrency ??= read.currency ?? null
      } else entries.push(...read.entries)
    }
  }
  if (entries.length === 0 && foreignCurrency !== null)
    return err({ kind: "other-currency", currency: foreignCurrency })
  const skipped = Object.values(skippedByReason).reduce((sum, count) => sum + count, 0)
  return ok({ format: "camt.053", account: [...accounts].join(", ") || null, entries, skipped, skippedByReason })
}

function parse(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return null
  }
}

type ReadEntry =
  | { entries: StatementEntry[] }
  | { skipped: SkipReason; currency?: string }
  | { problem: "day" | "amount" | "side"; text: string }

type Account = { account: string | null; currency: string }

function readEntry(entry: Node, { account, currency }: Account): ReadEntry {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts", "Prtry") ?? textAt(entry, "Sts")
  const isReversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "") || hasReturnCode(entry)
  if (status !== null && status !== "BOOK") return { skipped: "not-executed" }
  const whole = amountAt(entry, "Amt", currency)
  if (whole === null) return { problem: "amount", text: textAt(entry, "Amt") ?? "" }
  if (whole.cents === 0) return { skipped: "no-amount" }
  if (whole.currency !== "EUR") return { skipped: "other-currency", currency: whole.currency }
  const side = textAt(entry, "CdtDbtInd")
  if (side !== "CRDT" && side !== "DBIT") return { problem: "side", text: side ?? "" }
  const sign = side === "CRDT" ? 1 : -1
  const day = ["BookgDt", "ValDt"].flatMap((name) => textAt(entry, name, "Dt") ?? textAt(entry, name, "DtTm") ?? [])[0]
  const bookedOn = parseStatementDay((day ?? "").replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/, "$1"))
  if (bookedOn === null) return { problem: "day", text: day ?? "" }
  const details = toArray(entry["NtryDtls"]).flatMap((each) => toArray(asNode(each)["TxDtls"]).map(asNode))
  const amounts = details.map(
    (detail) => amountAt(detail, "Amt", currency) ?? amountAt(nodeAt(detail, "AmtDtls", "TxAmt"), "Amt", currency),
  )
  // "NtryRef" is unique only within one file, and some banks write "NONREF".
  const bankReference = textAt(entry, "AcctSvcrRef")
  const bankId = bankReference === null || /^NON\s?REF$/i.test(bankReference) ? null : bankReference
  // Splits a batch only when its parts add up to the total.
  const parts = amounts.map((amount) => (amount?.currency === "EUR" ? amount.cents : 0))
  const isSplit = details.length > 1 && parts.reduce((sum, each) => sum + each, 0) === whole.cents && !parts.includes(0)
  // An unsplit batch has no single counterparty: it gets all texts and no name.
  const groups = isSplit ? details.map((detail) => [detail]) : [details]
  const extra = textAt(entry, "AddtlNtryInf")
  return {
    entries: groups.map((group, index) => ({
      bookedOn,
      amount: sign * (isSplit ? (parts[index] ?? 0) : whole.cents),
      label: oneLine([...group.flatMap(detailTexts), extra ?? ""].join(" ")),
      counterparty:
        group.length === 1
          ? oneLineOrNull(counterpartyName(asNode(group[0]), side === "CRDT" ? "Dbtr" : "Cdtr"))
          : null,
      reference: oneLine(group.map((detail) => remittanceReference(detail) ?? "").join(" ")) || null,
      bankId: bankId === null ? null : isSplit ? `${bankId}/${index + 1}` : bankId,
      account,
      ...(isReversal || (group.length > 0 && group.every(isReturned)) ? { reversal: true } : {}),
    })),
  }
}

function detailTexts(detail: Node): string[] {
  const documents = structuredRemittances(detail).flatMap((each) => toArray(each["AddtlRmtInf"]).map(textOf))
  const returns = toArray(detail["RtrInf"]).map(asNode).flatMap(returnReason)
  return [
    ...toArray(nodeAt(detail, "RmtInf")["Ustrd"]).map(textOf),
    ...documents,
    textAt(detail, "AddtlTxInf") ?? "",
    ...returns,
  ]
}

function structuredRemittances(detail: Node): Node[] {
  return toArray(nodeAt(detail, "RmtInf")["Strd"]).map(asNode)
}

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
    ...toArray(returned["AddtlInf"]).map(textOf),
  ]
  return words.length === 0 ? [] : [`Motif du retour\u00a0: ${words.join(", ")}`]
}

/** Few banks write `RvslInd`, so returns are also detected by their details or code. */
function isReturned(detail: Node): boolean {
  return toArray(detail["RtrInf"]).length > 0 || hasReturnCode(detail)
}

function hasReturnCode(entry: Node): boolean {
  return /^(RRTN|RPCR)$/.test(textAt(entry, "BkTxCd", "Domn", "Fmly", "SubFmlyCd") ?? "")
}

function counterpartyName(detail: Node, side: "Dbtr" | "Cdtr"): string | null {
  for (const role of [side, `Ultmt${side}`])
    for (const path of [["Nm"], ["Pty", "Nm"]]) {
      const name = textAt(detail, "RltdPties", role, ...path)
      if (name !== null) return name
    }
  return null
}

function remittanceReference(detail: Node): string | null {
  const documents = structuredRemittances(detail).flatMap((each) => [
    textAt(each, "CdtrRefInf", "Ref"),
    ...toArray(each["RfrdDocInf"]).map((document) => textAt(asNode(document), "Nb")),
  ])
  const references = [...documents, textAt(detail, "Refs", "EndToEndId")]
  const texts = references.filter((text) => text !== null && !/^NOT\s?PROVIDED$/i.test(text))
  return texts.length > 0 ? oneLine(texts.join(" ")) : null
}

function amountAt(parent: Node, name: string, defaultCurrency: string): { cents: number; currency: string } | null {
  const value = toArray(parent[name])[0]
  const text = textOf(value)
  const cents = /^\d+(\.\d{1,5})?$/.test(text) ? parseStatementAmount(Number(text).toFixed(2)) : null
  return cents === null ? null : { cents, currency: String(asNode(value)["@Ccy"] ?? defaultCurrency) }
}

function oneLineOrNull(text: string | null): string | null {
  return text === null ? null : oneLine(text)
}

function asNode(value: unknown): Node {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

function nodeAt(value: unknown, ...path: string[]): Node {
  return path.reduce<Node>((parent, name) => asNode(toArray(parent[name])[0]), asNode(value))
}

function textAt(value: Node, ...path: string[]): string | null {
  const parent = nodeAt(value, ...path.slice(0, -1))
  const element = toArray(parent[path.at(-1) ?? ""])[0]
  return textOf(element) || null
}

function textOf(element: unknown): string {
  const text = typeof element === "string" ? element : asNode(element)["#text"]
  return typeof text === "string" ? text : ""
}

function toArray(value: unknown): unknown[] {
  return value === undefined || value === null || value === "" ? [] : Array.isArray(value) ? value : [value]
}
