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

/** One entry of an account, as a bank tells it. */
export type StatementEntry = {
  bookedOn: Day
  /** Never 0; below zero for money that went out. */
  amount: Cents
  label: string
  /** Who paid, or who was paid. */
  counterparty: string | null
  reference: string | null
  /** The bank's own number of the entry, where its format has one. */
  bankId: string | null
  /** The account that it is of, where the file names it. */
  account: string | null
  /** The bank takes back what had come in, or brings back what had gone out: the amount says which. */
  reversal?: boolean
  /** Of a table: its whole row, which does not change with the choice of columns. */
  row?: string
}

/** Why an entry of a file is no money of the account. */
export const asideReasons = ["not-executed", "other-currency", "undated", "no-amount", "balance"] as const
export type AsideReason = (typeof asideReasons)[number]

export type Statement = {
  format: StatementFormat
  /** As the file names it, or them; of a CSV, as the owner does. */
  account: string | null
  entries: StatementEntry[]
  /** Entries that are left aside, and why. */
  aside: number
  asideFor: Partial<Record<AsideReason, number>>
}

/** Places of the columns in a bank's table, from 0. Either an amount with its sign, or money out and in apart. */
export type CsvColumns = {
  date: number
  label: number
  amount: number | null
  debit: number | null
  credit: number | null
  /** Whether it went out or came in, beside an amount without a sign; tables that were known before it have none. */
  side?: number | null
  counterparty: number | null
  reference: number | null
  /** How the owner calls the account; a table says its number at most. */
  account?: string | null
}

/** Where a line of a statement stands; worked out from its payment or refund, and kept nowhere (`bank_lines_now`). */
export const bankLineStates = ["open", "settled", "dismissed"] as const
export type BankLineState = (typeof bankLineStates)[number]

/** Signs of a whole reference: "GU", four to eleven, and the one that shows a slip. */
const [MIN_REFERENCE_LENGTH, MAX_REFERENCE_LENGTH] = [7, 14]

/**
 * The bookings that a bank's texts name by our references. Spaces and signs between are ignored,
 * and letters that stand before or after: banks break and join texts where they like. A sign that is wrong shows.
 */
function referencesIn(texts: readonly string[]): number[] {
  const found = new Set<number>()
  for (const text of texts) {
    const signs = folded(text).replace(/[^0-9A-Z]/g, "")
    for (const { index: from } of signs.matchAll(/GU/g)) {
      for (let length = MIN_REFERENCE_LENGTH; length <= MAX_REFERENCE_LENGTH; length++) {
        const number = readPaymentReference(signs.slice(from, from + length))
        if (number !== null) found.add(number)
      }
    }
  }
  return [...found]
}

/** "du 12 mai", "15/08/2026", "12 2026": what follows a number shows that it is a day. */
const RESERVATION =
  /RESERVATION[\s:.#-]*(?:N\s?[O°º]?[\s:.#]*)?(\d{1,9})\b(?!\s*[/.-]\s*\d|\s+(?:JAN|FEV|MARS|AVR|MAI|JUIN|JUIL|AOUT|SEP|OCT|NOV|DEC)|\s+20\d\d\b)/g

/** The bookings that a person named by "réservation 1042"; nothing shows a slip in it. */
function typedNumbersIn(texts: readonly string[]): number[] {
  return texts.flatMap((text) => [...folded(text).matchAll(RESERVATION)].map(([, digits]) => Number(digits)))
}

/** The bookings that a bank's texts name, by our references or "réservation 1042". */
export function bookingNumbersIn(texts: readonly (string | null)[]): number[] {
  const written = texts.filter((text) => text !== null)
  return [...new Set([...referencesIn(written), ...typedNumbersIn(written)])]
}

/** A booking that money may be for. */
export type PayableBooking = {
  id: BookingId
  number: number
  clientName: string
  /** What is left of all that it may ask for; 0 where nothing is. */
  left: Cents
  /** Its instalments, and what is missing of one that was paid in part: each of these amounts would be no surprise. */
  expected: readonly Cents[]
}

export type MatchReason = "reference" | "number" | "name" | "amount"
export const matchReasonLabels: Record<MatchReason, string> = {
  reference: "la référence",
  number: "le numéro",
  name: "le nom",
  amount: "le montant",
}

export type Match<Booking> = { booking: Booking; reasons: MatchReason[] }

const weights: Record<MatchReason, number> = { reference: 5, number: 2, name: 2, amount: 1 }
const MAX_MATCHES = 3

/**
 * The bookings that an incoming entry may pay, the likeliest first: a reference says it, a name with the amount makes it
 * likely, and an amount alone counts only where one booking asks for it. A person decides, always.
 */
export function matchesOf<Booking extends PayableBooking>(
  entry: Pick<StatementEntry, "amount" | "label" | "counterparty" | "reference">,
  bookings: readonly Booking[],
): Match<Booking>[] {
  const texts = [entry.reference, entry.label].filter((text) => text !== null)
  const [named, typed] = [new Set(referencesIn(texts)), new Set(typedNumbersIn(texts))]
  const words = joinedWordsIn([entry.counterparty, entry.label].join(" "))
  const found = bookings.flatMap((booking): Match<Booking>[] => {
    const byReference = named.has(booking.number)
    const byNumber = !byReference && typed.has(booking.number)
    const byAmount = booking.left > 0 && (booking.left === entry.amount || booking.expected.includes(entry.amount))
    // A name alone says nothing: a customer who rents often would be proposed for every transfer.
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
  return found
    .filter((match) => found.length === 1 || !isAmountAlone(match))
    .toSorted((a, b) => weightOf(b) - weightOf(a) || a.booking.number - b.booking.number)
    .slice(0, MAX_MATCHES)
}

function weightOf({ reasons }: Match<unknown>): number {
  return reasons.reduce((sum, reason) => sum + weights[reason], 0)
}

/** Words that stand side by side, which a bank may have joined: "O'Brien" becomes OBRIEN, "Le Grand" LEGRAND. */
const JOINED_WORDS = 3

/** Every word of a name stands in what the bank wrote, joined or split; initials may be missing. */
function isNamed(name: string, written: ReadonlySet<string>): boolean {
  const own = wordsIn(name)
  if (own.filter((word) => word.length > 1).join("").length <= 3) return false
  const reached = new Set([0])
  for (const [index, word] of own.entries()) {
    if (!reached.has(index)) continue
    if (word.length === 1) reached.add(index + 1)
    for (let count = 1; count <= JOINED_WORDS; count++)
      if (written.has(own.slice(index, index + count).join(""))) reached.add(index + count)
  }
  return reached.has(own.length)
}

/** The words of a text, and each few of them that follow one another joined. */
function joinedWordsIn(text: string): Set<string> {
  const words = wordsIn(text)
  return new Set(
    words.flatMap((_, index) =>
      Array.from({ length: JOINED_WORDS }, (_each, more) => words.slice(index, index + more + 1).join("")),
    ),
  )
}

function wordsIn(text: string): string[] {
  return folded(text)
    .split(/[^0-9A-Z]/)
    .filter((word) => word !== "")
}

/** Letters that have no accent to take away, as banks write them. */
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

function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[œæßøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .toUpperCase()
}
