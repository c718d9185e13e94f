import type { Day } from "../day.ts"
import type { BookingId } from "../id.ts"
import type { Cents } from "../money.ts"
import { readPaymentReference } from "./payment-reference.ts"

export const statementFormats = ["camt.053", "cfonb120", "csv"] as const
export type StatementFormat = (typeof statementFormats)[number]
export const statementFormatLabels: Record<StatementFormat, string> = {
  "camt.053": "camt.053",
  cfonb120: "CFONB\u00a0120",
  csv: "CSV",
}

export type StatementEntry = {
  bookedOn: Day
  /** Never 0; negative for outgoing money. */
  amount: Cents
  label: string
  counterparty: string | null
  reference: string | null
  bankId: string | null
  account: string | null
  reversal?: boolean
  row?: string
}

export const skipReasons = ["not-executed", "other-currency", "undated", "no-amount", "balance"] as const
export type SkipReason = (typeof skipReasons)[number]

export type Statement = {
  format: StatementFormat
  account: string | null
  entries: StatementEntry[]
  skipped: number
  skippedByReason: Partial<Record<SkipReason, number>>
}

export type CsvColumns = {
  date: number
  label: number
  amount: number | null
  debit: number | null
  credit: number | null
  side?: number | null
  counterparty: number | null
  reference: number | null
  account?: string | null
}

/** Derived by the view `bank_lines_now`, never stored. */
export const bankLineStates = ["open", "settled", "dismissed"] as const
export type BankLineState = (typeof bankLineStates)[number]

const [MIN_REFERENCE_LENGTH, MAX_REFERENCE_LENGTH] = [7, 14]

/** Banks break and join texts, so separators and neighbouring letters are ignored. */
function referencesIn(texts: readonly string[]): number[] {
  const numbers = new Set<number>()
  for (const text of texts) {
    const characters = normalizeText(text).replace(/[^0-9A-Z]/g, "")
    for (const { index: from } of characters.matchAll(/GU/g)) {
      for (let length = MIN_REFERENCE_LENGTH; length <= MAX_REFERENCE_LENGTH; length++) {
        const number = readPaymentReference(characters.slice(from, from + length))
        if (number !== null) numbers.add(number)
      }
    }
  }
  return [...numbers]
}

/** A following month or year marks a date, not a booking number. */
const RESERVATION =
  /RESERVATION[\s:.#-]*(?:N\s?[O°º]?[\s:.#]*)?(\d{1,9})\b(?!\s*[/.-]\s*\d|\s+(?:JAN|FEV|MARS|AVR|MAI|JUIN|JUIL|AOUT|SEP|OCT|NOV|DEC)|\s+20\d\d\b)/g

function typedNumbersIn(texts: readonly string[]): number[] {
  return texts.flatMap((text) => [...normalizeText(text).matchAll(RESERVATION)].map(([, digits]) => Number(digits)))
}

export function bookingNumbersIn(texts: readonly (string | null)[]): number[] {
  const presentTexts = texts.filter((text) => text !== null)
  return [...new Set([...referencesIn(presentTexts), ...typedNumbersIn(presentTexts)])]
}

export type PayableBooking = {
  id: BookingId
  number: number
  clientName: string
  left: Cents
  expected: readonly Cents[]
}

export type MatchReason = "reference" | "number" | "name" | "amount"
export const matchReasonLabels: Record<MatchReason, string> = {
  reference: "la référence",
  number: "le numéro",
  name: "le nom",
  amount: "le montant",
}

type Match<Booking> = { booking: Booking; reasons: MatchReason[] }

const weights: Record<MatchReason, number> = { reference: 5, number: 2, name: 2, amount: 1 }
const MAX_MATCHES = 3

export function rankMatches<Booking extends PayableBooking>(
  entry: Pick<StatementEntry, "amount" | "label" | "counterparty" | "reference">,
  bookings: readonly Booking[],
): Match<Booking>[] {
  const texts = [entry.reference, entry.label].filter((text) => text !== null)
  const [referenced, mentioned] = [new Set(referencesIn(texts)), new Set(typedNumbersIn(texts))]
  const words = joinedWordsIn([entry.counterparty, entry.label].join(" "))
  const candidates = bookings.flatMap((booking): Match<Booking>[] => {
    const byReference = referenced.has(booking.number)
    const byNumber = !byReference && mentioned.has(booking.number)
    const byAmount = booking.left > 0 && (booking.left === entry.amount || booking.expected.includes(entry.amount))
    // A name alone would match every transfer of a regular customer.
    if (!byReference && !byNumber && !byAmount) return []
    const byName = isNamed(booking.clientName, words)
    const reasons: MatchReason[] = []
    if (byReference) reasons.push("reference")
    if (byNumber) reasons.push("number")
    if (byName) reasons.push("name")
    if (byAmount) reasons.push("amount")
    return [{ booking, reasons }]
  })
  const isAmountAlone = ({ reasons }: Match<Booking>) => reasons.join() === "amount"
  return candidates
    .filter((match) => candidates.length === 1 || !isAmountAlone(match))
    .toSorted((a, b) => matchWeight(b) - matchWeight(a) || a.booking.number - b.booking.number)
    .slice(0, MAX_MATCHES)
}

function matchWeight({ reasons }: Match<unknown>): number {
  return reasons.reduce((sum, reason) => sum + weights[reason], 0)
}

const JOINED_WORDS = 3

function isNamed(name: string, bankWords: ReadonlySet<string>): boolean {
  const nameWords = wordsIn(name)
  if (nameWords.filter((word) => word.length > 1).join("").length <= 3) return false
  const reached = new Set([0])
  for (const [index, word] of nameWords.entries()) {
    if (!reached.has(index)) continue
    if (word.length === 1) reached.add(index + 1)
    for (let count = 1; count <= JOINED_WORDS; count++)
      if (bankWords.has(nameWords.slice(index, index + count).join(""))) reached.add(index + count)
  }
  return reached.has(nameWords.length)
}

function joinedWordsIn(text: string): Set<string> {
  const words = wordsIn(text)
  return new Set(
    words.flatMap((_, index) =>
      Array.from({ length: JOINED_WORDS }, (_each, extra) => words.slice(index, index + extra + 1).join("")),
    ),
  )
}

function wordsIn(text: string): string[] {
  return normalizeText(text)
    .split(/[^0-9A-Z]/)
    .filter((word) => word !== "")
}

const plainLetters: Readonly<Record<string, string>> = {
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
}

function normalizeText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[œæßøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .toUpperCase()
}
