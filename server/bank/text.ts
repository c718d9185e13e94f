import { type Day, isDay } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"

/**
 * A bank's file as text: UTF-16 where its mark says so, as Excel saves "Unicode text", UTF-8 where it is that, else Windows'
 * Latin 1, as French banks write.
 */
export function decodeStatement(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/, "")
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** "02/05/2027", "2.5.27", "2027-05-02"; null for anything else. */
export function statementDay(text: string): Day | null {
  const plain = text.trim()
  const french = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:\s|$)/.exec(plain)
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(plain)?.[0]
  const [, day = "", month = "", year = ""] = french ?? []
  const read = french
    ? `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    : iso
  return read !== undefined && isDay(read) ? read : null
}

/** Cents of "1 234,56", "-12.50", "+1.234,5 €" or "150"; null when it is no amount. Empty is null. */
export function statementAmount(text: string): Cents | null {
  const plain = text.replace(/[\s€+']|EUR/gi, "")
  const match = /^(-?)(\d[\d.,]*)$/.exec(plain.replace(/^\((.*)\)$/, "-$1").replace("−", "-"))
  if (!match) return null
  const [, sign, digits = ""] = match
  const decimals = /[.,](\d{1,2})$/.exec(digits)
  const before = decimals ? digits.slice(0, -decimals[0].length) : digits
  // "12,500" could be either: three figures after a sign are thousands only where a decimal sign of the other kind follows.
  const isGrouped = /^\d{1,3}(?:\.\d{3})+$/.test(before) || /^\d{1,3}(?:,\d{3})+$/.test(before)
  const groups = before.replace(/\d/g, "")
  const isSure =
    groups === "" || (isGrouped && (groups.length > 1 || decimals !== null) && decimals?.[0][0] !== groups[0])
  if (!isSure) return null
  const whole = before.replace(/[.,]/g, "")
  const amount = Number(whole) * 100 + Number((decimals?.[1] ?? "0").padEnd(2, "0"))
  if (!Number.isSafeInteger(amount) || amount > 2_000_000_000) return null
  return sign === "-" && amount !== 0 ? -amount : amount
}

/** One line of it, without what a printer would not show. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 300)
}
