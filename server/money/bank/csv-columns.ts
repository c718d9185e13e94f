import type { CsvColumns } from "../../../domain/finance/bank-statement.ts"
import { decimalSignIn, looksLikeDay, statementAmount } from "./text.ts"

type Rows = readonly (readonly string[])[]

export function foldedTitle(title: string): string {
  return title.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").trim().toLowerCase()
}

/** A guess for a person to look at: titles say what columns are, mostly, and their cells confirm it. */
export function guessColumns(header: readonly string[], rows: Rows = []): CsvColumns {
  const titles = header.map(foldedTitle)
  const cells = (place: number) => rows.map((row) => (row[place] ?? "").trim()).filter((cell) => cell !== "")
  const holdsDays = (place: number) => rows.length === 0 || cells(place).some(looksLikeDay)
  const holdsAmounts = (place: number) => {
    const written = cells(place)
    const decimalSign = decimalSignIn(written)
    return written.filter((cell) => statementAmount(cell, decimalSign) === null).length * 2 <= written.length
  }
  const holdsSides = (place: number) => cells(place).every((cell) => sideOf(cell) !== null)
  const find = (patterns: readonly RegExp[], fits: (place: number) => boolean = () => true): number | null => {
    for (const pattern of patterns) {
      const place = titles.findIndex((title, at) => pattern.test(title) && fits(at))
      if (place >= 0) return place
    }
    return null
  }
  const places = header.map((_, place) => place)
  const date = find(dates, holdsDays) ?? placeWithMost(places, (place) => cells(place).filter(looksLikeDay).length) ?? 0
  const isAmount = (place: number) => place !== date && holdsAmounts(place)
  const pair = [find(debits, isAmount), find(credits, isAmount)] as const
  const isPair = pair[0] !== null && pair[1] !== null && pair[0] !== pair[1]
  const named = isPair ? null : (find(amounts, isAmount) ?? find(amounts, (place) => place !== date))
  const filledAmounts = places.filter(
    (place) => isAmount(place) && cells(place).length > 0 && !/solde|balance|frais|fee/.test(titles[place] ?? ""),
  )
  const whole = filledAmounts.find((place) => cells(place).length * 2 > rows.length) ?? filledAmounts[0] ?? null
  const amount = isPair ? null : (named ?? whole)
  const titledLabel = find(labels, (place) => place !== date && place !== amount)
  const counterparty = find(counterparties, (place) => place !== titledLabel)
  const reference = find(references, (place) => place !== titledLabel && place !== counterparty)
  const isText = (place: number) =>
    ![date, amount, counterparty, reference].includes(place) &&
    !STATUS.test(titles[place] ?? "") &&
    !holdsAmounts(place) &&
    !cells(place).some(looksLikeDay)
  const longest = placeWithMost(places.filter(isText), (place) => cells(place).join("").length)
  return {
    date,
    label: titledLabel ?? longest ?? counterparty ?? Math.min(1, header.length - 1),
    amount,
    debit: isPair ? pair[0] : null,
    credit: isPair ? pair[1] : null,
    side:
      amount === null
        ? null
        : (find(sides, (place) => place !== amount && holdsSides(place)) ?? columnOfSides(header, rows, amount)),
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

/** The place with the highest count; null where none has any. */
function placeWithMost(places: readonly number[], count: (place: number) => number): number | null {
  const counted = places.map((place) => ({ place, count: count(place) })).filter((each) => each.count > 0)
  return counted.toSorted((one, other) => other.count - one.count || one.place - other.place)[0]?.place ?? null
}

const OUT = /^(?:d|db|dr|dbit|-|out|outgoing|(?:debit|depense|sortie|sortant|emis|envoye|decaissement)e?s?)$/
const IN = /^(?:c|cr|crdt|\+|in|incoming|(?:credit|recette|entree|entrant|recu|encaissement)e?s?)$/

/** "D", "Débit", "crédit" as a bank writes the side; null for anything else. */
export function sideOf(text: string): -1 | 1 | null {
  const plain = foldedTitle(text)
  return OUT.test(plain) ? -1 : IN.test(plain) ? 1 : null
}

/**
 * The column that says which amounts went out, where all of them look like money received. A lone "-" may be an empty cell;
 * a title that speaks of sides is believed in whatever words they are.
 */
export function columnOfSides(header: readonly string[], rows: Rows, amount: number): number | null {
  const decimalSign = decimalSignIn(rows.map((row) => row[amount] ?? ""))
  const amountIn = (row: readonly string[]) => statementAmount(row[amount] ?? "", decimalSign)
  const entries = rows.filter((row) => amountIn(row) !== null)
  if (entries.some((row) => (amountIn(row) ?? 0) < 0)) return null
  const place = header.findIndex((title, at) => {
    const cells = entries.map((row) => (row[at] ?? "").trim())
    const written = new Set(cells.map(sideOf))
    const isSides = !written.has(null) && written.has(-1) && cells.some((cell) => cell !== "-")
    return isSides || (/^(?:sens|side)\b/.test(foldedTitle(title)) && new Set(cells).size > 1)
  })
  return place >= 0 ? place : null
}

const EXECUTED =
  /^(?:complete|execut|book|settle|done|effectu|traite|valide|comptabilis|termine|reussi|succe|paid\b|paye|processed|cleared|posted|finali|gebucht|ausgefuhrt)/
const NOT_EXECUTED =
  /pend|attent|revers|revert|declin|refus|rejet|reject|fail|echou|echec|cancel|annul|abort|expir|void|sched|program|prevu|venir|upcoming|progress|processing|en cours|authori|autoris|hold|bloqu|waiting|initiat|vorgemerkt|return|retourn|^(?:non|not|un)/

const STATUS = /\b(?:state|status|statut|etat)\b/

/** The column that says whether a row has happened, where the table has one: a status of another kind says neither. */
export function statusColumn(header: readonly string[], rows: Rows): number | null {
  const place = header.findIndex((title) => STATUS.test(foldedTitle(title)))
  const speaks = rows.some((row) => {
    const text = foldedTitle(row[place] ?? "")
    return EXECUTED.test(text) || NOT_EXECUTED.test(text)
  })
  return place >= 0 && speaks ? place : null
}

/** Beside words that are known, one that is not is no proof that money moved. */
export function isExecuted(status: string): boolean {
  const text = foldedTitle(status)
  return text === "" || (EXECUTED.test(text) && !NOT_EXECUTED.test(text))
}

/** The column of the currency of an amount, where the table has one and the amount's own title names none. */
export function currencyColumn(header: readonly string[], rows: Rows, amount: number | null): number | null {
  if (amount !== null && /eur|€/.test(foldedTitle(header[amount] ?? ""))) return null
  const titles = header.map(foldedTitle)
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
