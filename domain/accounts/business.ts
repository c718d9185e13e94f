import { toPlainSigns } from "../pasted-text.ts"

export type ClientType = "individual" | "business"
export type Siret = string

const SIREN_LENGTH = 9
/** La Poste's establishments follow another rule. */
const LA_POSTE = "356000000"

/** null when a key is wrong: its own, or that of its SIREN (INSEE: Luhn, except La Poste's establishments). */
export function readSiret(text: string): Siret | null {
  const digits = toPlainSigns(text)
    .replace(/^(?:n[°º]\s*)?siret\s*(?:n[°º])?\s*:?/i, "")
    .replace(/[\s.-]/g, "")
  if (!/^\d{14}$/.test(digits)) return null
  const siren = sirenOf(digits)
  // Nine zeros pass the Luhn check.
  if (Number(siren) === 0 || !hasLuhnKey(siren)) return null
  const hasLaPosteKey = siren === LA_POSTE && digitSum(digits) % 5 === 0
  return hasLuhnKey(digits) || hasLaPosteKey ? digits : null
}

export function sirenOf(siret: Siret): string {
  return siret.slice(0, SIREN_LENGTH)
}

export function isOtherBusiness(rcs: string, siret: string): boolean {
  const siren = sirenOf(siret.replace(/\D/g, ""))
  const numbers = (rcs.match(/\d(?:[\s.-]?\d){6,}/g) ?? []).map((number) => number.replace(/\D/g, ""))
  return numbers.length > 0 && !numbers.some((number) => number.startsWith(siren))
}

function hasLuhnKey(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function digitSum(digits: string): number {
  return [...digits].reduce((sum, digit) => sum + Number(digit), 0)
}

/** Directive 2006/112/EC, article 215. */
const vatFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

export type VatProblem = "not-a-number" | "wrong-key" | "other-business"

/** A French number must match the SIREN; keys with letters are checked for form only. */
export function readVatNumber(text: string, siret: Siret): { number: string } | { problem: VatProblem } {
  const { number, country, rest } = splitVatNumber(text)
  if (!vatFormats[country]?.test(rest)) return { problem: "not-a-number" }
  if (country !== "FR") return { number }
  if (rest.slice(2) !== sirenOf(siret)) return { problem: "other-business" }
  return hasValidVatKey(rest) ? { number } : { problem: "wrong-key" }
}

export function shopVatProblem(text: string): Exclude<VatProblem, "other-business"> | null {
  const { country, rest } = splitVatNumber(text)
  const format = vatFormats[country] ?? /^[A-Z]?[\dA-Z/]*\d{5}[\dA-Z/]*$/
  if (!/^[A-Z]{2}$/.test(country) || !format.test(rest)) return "not-a-number"
  return country !== "FR" || hasValidVatKey(rest) ? null : "wrong-key"
}

function splitVatNumber(text: string): { number: string; country: string; rest: string } {
  const number = toPlainSigns(text)
    .replace(/^(?:n[°º]\s*(?:de\s+)?)?tva[^:\d]*:/i, "")
    .replace(/[\s.-]/g, "")
    .toUpperCase()
  return { number, country: number.slice(0, 2), rest: number.slice(2) }
}

function hasValidVatKey(rest: string): boolean {
  const [key, siren] = [rest.slice(0, 2), rest.slice(2)]
  return /\D/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}
