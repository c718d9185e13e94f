import { type Day, dayInParis, isDay } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"

/** French banks write UTF-8 or Windows-1252; Excel's "Unicode text" is UTF-16. */
export function decodeStatement(bytes: Uint8Array): string {
  return trimEndMarkers(decode(bytes))
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  if (second === 0 && bytes[3] === 0) return new TextDecoder("utf-16le").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/, "")
  } catch {
    // Excel for Mac uses CR line ends and the Macintosh encoding.
    const isMacFile = bytes.includes(CARRIAGE_RETURN) && !bytes.includes(LINE_FEED)
    return new TextDecoder(isMacFile ? "macintosh" : "windows-1252").decode(bytes)
  }
}

const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a]

const CTRL_Z = 0x1a

export function trimEndMarkers(text: string): string {
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === CTRL_Z || /[\s\0]/.test(text.charAt(end - 1)))) end--
  return text.slice(0, end)
}

type DayOrder = "day-first" | "month-first"

const FIGURES = /^(\d{1,2})([/.\s-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-])/

export function detectDayOrder(cells: readonly string[]): DayOrder {
  const figures = cells.flatMap((cell) => {
    const match = FIGURES.exec(cell.trim())
    return match ? [[Number(match[1]), Number(match[3])] as const] : []
  })
  const isMonthFirst = figures.some(([, second]) => second > 12) && figures.every(([first]) => first <= 12)
  return isMonthFirst ? "month-first" : "day-first"
}

export function parseStatementDay(text: string, order: DayOrder = "day-first"): Day | null {
  const plain = stripFormatChars(text).trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T\s])(.*)$/i.exec(plain)
  if (iso) return toParisDay(toDay(iso[1], iso[2], iso[3]), iso[4] ?? "")
  const figures = FIGURES.exec(plain)
  if (figures) {
    const [, first, , second, year] = figures
    const day = order === "month-first" ? toDay(year, first, second) : toDay(year, second, first)
    return toParisDay(day, plain.slice(figures[0].length))
  }
  if (/^\d{8}$/.test(plain))
    return (
      toDay(plain.slice(0, 4), plain.slice(4, 6), plain.slice(6)) ??
      toDay(plain.slice(4), plain.slice(2, 4), plain.slice(0, 2))
    )
  return parseWrittenDay(plain)
}

export function looksLikeDay(text: string): boolean {
  return parseStatementDay(text) !== null || parseStatementDay(text, "month-first") !== null
}

function stripFormatChars(text: string): string {
  return text.replace(/\p{Cf}/gu, "")
}

function toParisDay(day: Day | null, time: string): Day | null {
  const zoned = /^[T\s]\s*(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d):?(\d\d)?$/i.exec(time)
  if (day === null || !zoned) return day
  const [, clock, hours = "", minutes = "00"] = zoned
  const instant = new Date(`${day}T${clock}${/^[a-z]/i.test(hours) ? "Z" : `${hours}:${minutes}`}`)
  return Number.isNaN(instant.getTime()) ? null : dayInParis(instant)
}

function toDay(year = "", month = "", day = ""): Day | null {
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

function parseWrittenDay(text: string): Day | null {
  const plain = stripAccents(text).toLowerCase()
  const [, day, word, year] =
    /^(?:(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+)?(\d{1,2})(?:er|st|nd|rd|th)?[\s./-]*([a-z]{3,9})[\s.,/-]*(\d{4}|\d{2})\b/.exec(
      plain,
    ) ?? []
  const [, wordFirst, dayAfter, yearAfter] =
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/.exec(plain) ?? []
  const name = word ?? wordFirst
  if (name === undefined) return null
  const monthNumbers = months.flatMap((names, index) =>
    names.some((each) => each.startsWith(name)) ? [index + 1] : [],
  )
  return monthNumbers.length === 1 ? toDay(year ?? yearAfter, String(monthNumbers[0]), day ?? dayAfter) : null
}

function stripAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "")
}

type DecimalSign = "," | "."

function splitAmount(text: string): { isDebit: boolean; figures: string } | null {
  const spaced = stripFormatChars(text)
    .replace(/[−–—﹣－]/g, "-")
    .replace(/[\s'’‘ʼ`´]+/g, " ")
  // "130 00" is not 13,000.
  if (/\d \d/.test(spaced) && !/^\D*\d{1,3}(?: \d{3})+(?:[.,]\d*)?\D*$/.test(spaced)) return null
  const plain = spaced
    .replaceAll(" ", "")
    // Not between digits: "130€50" is not 13,050.
    .replace(/(?<!\d)(?:€|EUR(?:OS?)?)|(?:€|EUR(?:OS?)?)(?!\d)/gi, "")
    .replace(/^\((.*)\)$/, "-$1")
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d{1,2})([+-]|(?:CR|CT|DB|DR|DT|C|D)\.?)?$/i.exec(plain)
  if (!match) return null
  const [, before = "", figures = "", after = ""] = match
  if (before !== "" && after !== "") return null
  return { isDebit: before === "-" || /^(?:-|D)/i.test(after), figures }
}

/** "1.000" alone is ambiguous; beside "89,9" it is a thousand. */
export function detectDecimalSign(cells: readonly string[]): DecimalSign | null {
  const signs = new Set(
    cells.flatMap((cell): DecimalSign[] => {
      const figures = splitAmount(cell)?.figures ?? ""
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

/** In cents; null when empty, ambiguous or no amount. */
export function parseStatementAmount(text: string, decimalSign: DecimalSign | null = null): Cents | null {
  const parsed = splitAmount(text)
  if (!parsed) return null
  const { isDebit, figures } = parsed
  const parts = decimalSign === null ? guessParts(figures) : splitByDecimalSign(figures, decimalSign)
  if (!parts) return null
  const amount = Number(parts.whole || "0") * 100 + Number(parts.cents.slice(0, 2).padEnd(2, "0"))
  if (!Number.isSafeInteger(amount) || amount > 2_000_000_000) return null
  return isDebit && amount !== 0 ? -amount : amount
}

type AmountParts = { whole: string; cents: string }

function splitByDecimalSign(figures: string, decimalSign: DecimalSign): AmountParts | null {
  const [before = "", cents = "", ...more] = figures.split(decimalSign)
  const isGrouped = decimalSign === "," ? /^\d{1,3}(?:\.\d{3})+$/.test(before) : /^\d{1,3}(?:,\d{3})+$/.test(before)
  // More than two decimals are accepted only if the rest are zeros.
  if (more.length > 0 || !/^\d{0,2}0*$/.test(cents) || !(isGrouped || /^\d*$/.test(before))) return null
  return { whole: before.replace(/\D/g, ""), cents }
}

function guessParts(figures: string): AmountParts | null {
  const decimals = /[.,](\d{1,2})$/.exec(figures)
  const before = decimals ? figures.slice(0, -decimals[0].length) : figures
  // "12,500" is ambiguous: groups count as thousands only before another decimal sign.
  const isGrouped = /^\d{1,3}(?:\.\d{3})+$/.test(before) || /^\d{1,3}(?:,\d{3})+$/.test(before)
  const groups = before.replace(/\d/g, "")
  const isSure =
    groups === "" || (isGrouped && (groups.length > 1 || decimals !== null) && decimals?.[0][0] !== groups[0])
  return isSure ? { whole: before.replace(/\D/g, ""), cents: decimals?.[1] ?? "0" } : null
}

export function findForeignCurrency(text: string): string | null {
  const [sign] = /[$£¥₣]/.exec(text) ?? []
  if (sign !== undefined) return sign
  const codes = text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g) ?? []
  return codes.find((code) => code !== "EUR" && currencies.has(code)) ?? null
}

const currencies = new Set(Intl.supportedValuesOf("currency"))

export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 300)
}
