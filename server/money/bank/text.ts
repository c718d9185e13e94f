import { type Day, dayInParis, isDay } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"

/**
 * A bank's file as text: UTF-16, as Excel saves "Unicode text", UTF-8 where it is that, else Windows' Latin 1, as French
 * banks write.
 */
export function decodeStatement(bytes: Uint8Array): string {
  return withoutEndSigns(decode(bytes))
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  // Some programs write UTF-16 without its mark.
  if (second === 0 && bytes[3] === 0) return new TextDecoder("utf-16le").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/, "")
  } catch {
    // Excel for Mac ends lines as Macs did, and writes their letters.
    const isOfMac = bytes.includes(CARRIAGE_RETURN) && !bytes.includes(LINE_FEED)
    return new TextDecoder(isOfMac ? "macintosh" : "windows-1252").decode(bytes)
  }
}

const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a]

const CTRL_Z = 0x1a

/** DOS ended files by Ctrl-Z, mainframes fill their last block with zeros, and some banks still do. */
export function withoutEndSigns(text: string): string {
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === CTRL_Z || /[\s\0]/.test(text.charAt(end - 1)))) end--
  return text.slice(0, end)
}

/** How a file writes its days in figures: Americans and some of their banks put the month first. */
export type DayOrder = "day-first" | "month-first"

const FIGURES = /^(\d{1,2})([/.\s-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-])/

/** Figures above 12 say it, where there are any. */
export function dayOrderIn(cells: readonly string[]): DayOrder {
  const figures = cells.flatMap((cell) => {
    const match = FIGURES.exec(cell.trim())
    return match ? [[Number(match[1]), Number(match[3])] as const] : []
  })
  const isMonthFirst = figures.some(([, second]) => second > 12) && figures.every(([first]) => first <= 12)
  return isMonthFirst ? "month-first" : "day-first"
}

/** "02/05/2027", "2.5.27", "2027-05-02", "20270502", "2 mai 2027" or "May 2, 2027"; null for anything else. */
export function statementDay(text: string, order: DayOrder = "day-first"): Day | null {
  const plain = withoutMarkers(text).trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T\s])(.*)$/i.exec(plain)
  if (iso) return inZone(dayFrom(iso[1], iso[2], iso[3]), iso[4] ?? "")
  const figures = FIGURES.exec(plain)
  if (figures) {
    const [, first, , second, year] = figures
    const day = order === "month-first" ? dayFrom(year, first, second) : dayFrom(year, second, first)
    return inZone(day, plain.slice(figures[0].length))
  }
  if (/^\d{8}$/.test(plain))
    return (
      dayFrom(plain.slice(0, 4), plain.slice(4, 6), plain.slice(6)) ??
      dayFrom(plain.slice(4), plain.slice(2, 4), plain.slice(0, 2))
    )
  return writtenDay(plain)
}

export function looksLikeDay(text: string): boolean {
  return statementDay(text) !== null || statementDay(text, "month-first") !== null
}

/** Signs that only say in which direction a text runs. */
function withoutMarkers(text: string): string {
  return text.replace(/\p{Cf}/gu, "")
}

/** An hour with its zone is an instant, which may be of another day in Paris. */
function inZone(day: Day | null, time: string): Day | null {
  const zoned = /^[T\s]\s*(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d):?(\d\d)?$/i.exec(time)
  if (day === null || !zoned) return day
  const [, clock, hours = "", minutes = "00"] = zoned
  const instant = new Date(`${day}T${clock}${/^[a-z]/i.test(hours) ? "Z" : `${hours}:${minutes}`}`)
  return Number.isNaN(instant.getTime()) ? null : dayInParis(instant)
}

function dayFrom(year = "", month = "", day = ""): Day | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  return isDay(text) ? text : null
}

const months = [
  ["janvier", "january"],
  ["fevrier", "february"],
  ["mars", "march"],
  ["avril", "april"],
  ["mai", "may"],
  ["juin", "june"],
  ["juillet", "july"],
  ["aout", "august"],
  ["septembre", "september"],
  ["octobre", "october"],
  ["novembre", "november"],
  ["decembre", "december"],
]

function writtenDay(text: string): Day | null {
  const plain = withoutMarks(text).toLowerCase()
  const [, day, word, year] =
    /^(?:(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+)?(\d{1,2})(?:er|st|nd|rd|th)?[\s./-]*([a-z]{3,9})[\s.,/-]*(\d{4}|\d{2})\b/.exec(
      plain,
    ) ?? []
  const [, wordFirst, dayAfter, yearAfter] =
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/.exec(plain) ?? []
  const name = word ?? wordFirst
  if (name === undefined) return null
  // "jui" could be either of two months.
  const named = months.flatMap((names, index) => (names.some((each) => each.startsWith(name)) ? [index + 1] : []))
  return named.length === 1 ? dayFrom(year ?? yearAfter, String(named[0]), day ?? dayAfter) : null
}

function withoutMarks(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "")
}

export type DecimalSign = "," | "."

/** An amount's figures and signs, without what banks write around and between them; null when it is none. */
function amountSigns(text: string): { isDebit: boolean; figures: string } | null {
  const spaced = withoutMarkers(text)
    .replace(/[−–—﹣－]/g, "-")
    .replace(/[\s'’‘ʼ`´]+/g, " ")
  // "130 00" is not thirteen thousand.
  if (/\d \d/.test(spaced) && !/^\D*\d{1,3}(?: \d{3})+(?:[.,]\d*)?\D*$/.test(spaced)) return null
  const plain = spaced
    .replaceAll(" ", "")
    // Not between figures: "130€50" is not thirteen thousand.
    .replace(/(?<!\d)(?:€|EUR(?:OS?)?)|(?:€|EUR(?:OS?)?)(?!\d)/gi, "")
    .replace(/^\((.*)\)$/, "-$1")
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d{1,2})([+-]|(?:CR|CT|DB|DR|DT|C|D)\.?)?$/i.exec(plain)
  if (!match) return null
  const [, before = "", figures = "", after = ""] = match
  if (before !== "" && after !== "") return null
  return { isDebit: before === "-" || /^(?:-|D)/i.test(after), figures }
}

/** The sign before cents that a column's amounts agree on: "1.000" alone says nothing, beside "89,9" it is a thousand. */
export function decimalSignIn(cells: readonly string[]): DecimalSign | null {
  const signs = new Set(
    cells.flatMap((cell): DecimalSign[] => {
      const figures = amountSigns(cell)?.figures ?? ""
      const [last] = figures.match(/[.,](?=\d*$)/) ?? []
      if (last === undefined) return []
      const sign: DecimalSign = last === "," ? "," : "."
      const other: DecimalSign = sign === "," ? "." : ","
      if (figures.includes(other) || /[.,](?:\d{1,2}|\d{4,})$/.test(figures)) return [sign]
      return figures.split(sign).length > 2 ? [other] : []
    }),
  )
  return signs.size === 1 ? ([...signs][0] ?? null) : null
}

/**
 * Cents of "1 234,56", "-12.50", "85,10-", "+1.234,5 €" or "150"; null when it is no amount, or could be either of two.
 * Empty is null.
 */
export function statementAmount(text: string, decimalSign: DecimalSign | null = null): Cents | null {
  const signs = amountSigns(text)
  if (!signs) return null
  const { isDebit, figures } = signs
  const parts = decimalSign === null ? guessedParts(figures) : partsBy(figures, decimalSign)
  if (!parts) return null
  const amount = Number(parts.whole || "0") * 100 + Number(parts.cents.slice(0, 2).padEnd(2, "0"))
  if (!Number.isSafeInteger(amount) || amount > 2_000_000_000) return null
  return isDebit && amount !== 0 ? -amount : amount
}

type AmountParts = { whole: string; cents: string }

function partsBy(figures: string, decimalSign: DecimalSign): AmountParts | null {
  const [before = "", cents = "", ...more] = figures.split(decimalSign)
  const isGrouped = decimalSign === "," ? /^\d{1,3}(?:\.\d{3})+$/.test(before) : /^\d{1,3}(?:,\d{3})+$/.test(before)
  // More than two decimals are cents where the rest is nothing.
  if (more.length > 0 || !/^\d{0,2}0*$/.test(cents) || !(isGrouped || /^\d*$/.test(before))) return null
  return { whole: before.replace(/\D/g, ""), cents }
}

function guessedParts(figures: string): AmountParts | null {
  const decimals = /[.,](\d{1,2})$/.exec(figures)
  const before = decimals ? figures.slice(0, -decimals[0].length) : figures
  // "12,500" could be either: three figures after a sign are thousands only where a decimal sign of the other kind follows.
  const isGrouped = /^\d{1,3}(?:\.\d{3})+$/.test(before) || /^\d{1,3}(?:,\d{3})+$/.test(before)
  const groups = before.replace(/\d/g, "")
  const isSure =
    groups === "" || (isGrouped && (groups.length > 1 || decimals !== null) && decimals?.[0][0] !== groups[0])
  return isSure ? { whole: before.replace(/\D/g, ""), cents: decimals?.[1] ?? "0" } : null
}

/** A currency that an amount is written with and that is not the euro: "133,00 USD", "£12". */
export function foreignCurrencyIn(text: string): string | null {
  const [sign] = /[$£¥₣]/.exec(text) ?? []
  if (sign !== undefined) return sign
  const codes = text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g) ?? []
  return codes.find((code) => code !== "EUR" && currencies.has(code)) ?? null
}

const currencies = new Set(Intl.supportedValuesOf("currency"))

/** One line of it, without what a printer would not show. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 300)
}
