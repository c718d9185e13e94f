import type { CsvColumns } from "../../../domain/finance/bank-statement.ts"
import { detectDecimalSign, looksLikeDay, parseStatementAmount } from "./text.ts"

type Rows = readonly (readonly string[])[]

export function foldTitle(title: string): string {
  return title.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").trim().toLowerCase()
}

export function guessColumns(header: readonly string[], rows: Rows = []): CsvColumns {
  const titles = header.map(foldTitle)
  const cells = (place: number) => rows.map((row) => (row[place] ?? "").trim()).filter((cell) => cell !== "")
  const holdsDays = (place: number) => rows.length === 0 || cells(place).some(looksLikeDay)
  const holdsAmounts = (place: number) => {
    const written = cells(place)
    const decimalSign = detectDecimalSign(written)
    return written.filter((cell) => parseStatementAmount(cell, decimalSign) === null).length * 2 <= written.length
  }
  const holdsSides = (place: number) => cells(place).every((cell) => parseSide(cell) !== null)
  const find = (patterns: readonly RegExp[], fits: (place: number) => boolean = () => true): number | null => {
    for (const pattern of patterns) {
      const place = titles.findIndex((title, at) => pattern.test(title) && fits(at))
      if (place >= 0) return place
    }
    return null
  }
  const places = header.map((_, place) => place)
  const date =
    find(dates, holdsDays) ?? columnWithMost(places, (place) => cells(place).filter(looksLikeDay).length) ?? 0
  const isAmount = (place: number) => place !== date && holdsAmounts(place)
  const pair = [find(debits, isAmount), find(credits, isAmount)] as const
  const isPair = pair[0] !== null && pair[1] !== null && pair[0] !== pair[1]
  const titledAmount = isPair ? null : (find(amounts, isAmount) ?? find(amounts, (place) => place !== date))
  const filledAmounts = places.filter(
    (place) => isAmount(place) && cells(place).length > 0 && !/solde|balance|frais|fee/.test(titles[place] ?? ""),
  )
  const whole = filledAmounts.find((place) => cells(place).length * 2 > rows.length) ?? filledAmounts[0] ?? null
  const amount = isPair ? null : (titledAmount ?? whole)
  const titledLabel = find(labels, (place) => place !== date && place !== amount)
  const counterparty = find(counterparties, (place) => place !== titledLabel)
  const reference = find(references, (place) => place !== titledLabel && place !== counterparty)
  const isText = (place: number) =>
    ![date, amount, counterparty, reference].includes(place) &&
    !STATUS.test(titles[place] ?? "") &&
    !holdsAmounts(place) &&
    !cells(place).some(looksLikeDay)
  const longest = columnWithMost(places.filter(isText), (place) => cells(place).join("").length)
  return {
    date,
    label: titledLabel ?? longest ?? counterparty ?? Math.min(1, header.length - 1),
    amount,
    debit: isPair ? pair[0] : null,
    credit: isPair ? pair[1] : null,
    side:
      amount === null
        ? null
        : (find(sides, (place) => place !== amount && holdsSides(place)) ?? findSideColumn(header, rows, amount)),
    counterparty,
    reference,
  }
}

const dates = [
  /date.*(?:compta|operation|op\b|complet|booking|\bfin\b)|(?:completed|booking).*date/,
  /^date$/,
  /date(?!.*val)/,
  /date|jour|\bday\b|datum/,
]
const debits = [/debit/, /paid out|money out|sorties?\b|depenses?\b|withdrawal|retraits?\b|montant\W+-\W*$/]
const credits = [/credit/, /paid in|money in|entrees?\b|recettes?\b|deposits?\b|versements?\b|montant\W+\+\W*$/]
const amounts = [
  /^(?:montant|amount|somme)$/,
  /(?<!(?:orig|fee|frais|commission).*)(?:montant|amount|somme)(?!.*(?:orig|foreign|local|franc|frais|devise|\bht\b|\btva\b|excl))/,
  /montant|amount|somme/,
]
const sides = [/^(?:sens|side|direction)\b/, /(?:debit|credit).*(?:debit|credit)/, /^(?:d\s*\/\s*c|type)$/]
const labels = [
  /^label$|libelle.*(?:operation|complet|detail|ecriture)/,
  /libelle/,
  /intitule|description|communication|label$|motif/,
  /payment reference|\bobjet\b|\bnature\b/,
  /detail/,
]
const counterparties = [
  /partner name|counterparty name|nom.*contrepartie/,
  /^(?:payee|payer|partner|supplierfound|name$)/,
  /(?:emetteur|donneur|tiers|contrepartie|beneficia|\bnom\b)(?!.*(?:compte|iban))/,
]
const references = [
  /motif|informations? comp|communication|remittance|payment reference/,
  /reference/,
  /^ref/,
  /detail|commentaire/,
]

function columnWithMost(places: readonly number[], count: (place: number) => number): number | null {
  const counted = places.map((place) => ({ place, count: count(place) })).filter((each) => each.count > 0)
  return counted.toSorted((one, other) => other.count - one.count || one.place - other.place)[0]?.place ?? null
}

const DEBIT_WORDS = /^(?:d|db|dr|dbit|-|out|outgoing|(?:debit|depense|sortie|sortant|emis|envoye|decaissement)e?s?)$/
const CREDIT_WORDS = /^(?:c|cr|crdt|\+|in|incoming|(?:credit|recette|entree|entrant|recu|encaissement)e?s?)$/

export function parseSide(text: string): -1 | 1 | null {
  const plain = foldTitle(text)
  return DEBIT_WORDS.test(plain) ? -1 : CREDIT_WORDS.test(plain) ? 1 : null
}

/** Only when every amount looks positive; a lone "-" may be an empty cell. */
export function findSideColumn(header: readonly string[], rows: Rows, amount: number): number | null {
  const decimalSign = detectDecimalSign(rows.map((row) => row[amount] ?? ""))
  const amountIn = (row: readonly string[]) => parseStatementAmount(row[amount] ?? "", decimalSign)
  const entries = rows.filter((row) => amountIn(row) !== null)
  if (entries.some((row) => (amountIn(row) ?? 0) < 0)) return null
  const place = header.findIndex((title, at) => {
    const cells = entries.map((row) => (row[at] ?? "").trim())
    const written = new Set(cells.map(parseSide))
    const isSides = !written.has(null) && written.has(-1) && cells.some((cell) => cell !== "-")
    return isSides || (/^(?:sens|side)\b/.test(foldTitle(title)) && new Set(cells).size > 1)
  })
  return place >= 0 ? place : null
}

const EXECUTED =
  /^(?:complete|execut|book|settle|done|effectu|traite|valide|comptabilis|termine|reussi|succe|paid\b|paye|processed|cleared|posted|finali|gebucht|ausgefuhrt)/
const NOT_EXECUTED =
  /pend|attent|revers|revert|declin|refus|rejet|reject|fail|echou|echec|cancel|annul|abort|expir|void|sched|program|prevu|venir|upcoming|progress|processing|en cours|authori|autoris|hold|bloqu|waiting|initiat|vorgemerkt|return|retourn|^(?:non|not|un)/

const STATUS = /\b(?:state|status|statut|etat)\b/

export function findStatusColumn(header: readonly string[], rows: Rows): number | null {
  const place = header.findIndex((title) => STATUS.test(foldTitle(title)))
  const isStatus = rows.some((row) => {
    const text = foldTitle(row[place] ?? "")
    return EXECUTED.test(text) || NOT_EXECUTED.test(text)
  })
  return place >= 0 && isStatus ? place : null
}

/** An unknown word is no proof that money moved. */
export function isExecuted(status: string): boolean {
  const text = foldTitle(status)
  return text === "" || (EXECUTED.test(text) && !NOT_EXECUTED.test(text))
}

export function findCurrencyColumn(header: readonly string[], rows: Rows, amount: number | null): number | null {
  if (amount !== null && /eur|€/.test(foldTitle(header[amount] ?? ""))) return null
  const titles = header.map(foldTitle)
  for (const pattern of currencies) {
    const place = titles.findIndex(
      (title) => pattern.test(title) && !/orig|foreign|local|etrang|montant|amount/.test(title),
    )
    if (rows.some((row) => /^(?:[a-z]{3}|[€$£¥]|euros?)$/i.test((row[place] ?? "").trim()))) return place
  }
  return null
}

const currencies = [
  /^(?:devise|currency|monnaie|ccy)$/,
  /(?:account|compte).*(?:currency|devise)|devise du compte/,
  /\b(?:currency|devise|monnaie|ccy)\b/,
]
