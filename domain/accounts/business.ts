/** The establishment of a French business: fourteen digits, of which the first nine are its SIREN. */
export type Siret = string

const SIREN_LENGTH = 9
/** La Poste has more establishments than keys: theirs follow a rule of their own. */
const LA_POSTE = "356000000"

/** The fourteen digits of a SIRET, however they were spaced; null when their key is wrong (INSEE: Luhn, La Poste apart). */
export function readSiret(typed: string): Siret | null {
  const digits = typed.replace(/[\s.-]/g, "")
  if (!/^\d{14}$/.test(digits)) return null
  // Fourteen zeros have the right key, and are nobody's.
  if (/^0+$/.test(digits)) return null
  const rightKey = luhnSum(digits) % 10 === 0
  const rightSum = digits.startsWith(LA_POSTE) && digitSum(digits) % 5 === 0
  return rightKey || rightSum ? digits : null
}

/** The business itself: invoices name it. */
export function sirenOf(siret: Siret): string {
  return siret.slice(0, SIREN_LENGTH)
}

/** Whether a register's entry, "Créteil 123 456 782", names another business than that of the SIRET. */
export function isOtherBusiness(rcs: string, siret: string): boolean {
  const siren = sirenOf(siret.replace(/\D/g, ""))
  const numbers = (rcs.match(/\d(?:[\s.-]?\d){6,}/g) ?? []).map((number) => number.replace(/\D/g, ""))
  return numbers.length > 0 && !numbers.some((number) => number.startsWith(siren))
}

/** From the right, every second digit counts twice; of 10 and more its digits are added. */
function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

function digitSum(digits: string): number {
  return [...digits].reduce((sum, digit) => sum + Number(digit), 0)
}

/** What follows the country's two letters (Directive 2006/112/EC, article 215, and the Commission's own table). */
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

export type VatProblem =
  /** No number of the European Union looks like that. */
  | "not-a-number"
  /** A French one whose two figures do not go with its SIREN. */
  | "wrong-key"
  /** A French one that is another business's. */
  | "other-business"

/**
 * A VAT number without its spaces, or what is wrong with it. A French one holds the SIREN of the business, after a key
 * of two figures that is reckoned from it; newer keys with letters are only looked at for their form.
 */
export function readVatNumber(typed: string, siret: Siret): { number: string } | { problem: VatProblem } {
  const { number, country, rest } = vatParts(typed)
  if (!vatFormats[country]?.test(rest)) return { problem: "not-a-number" }
  if (country !== "FR") return { number }
  if (rest.slice(2) !== sirenOf(siret)) return { problem: "other-business" }
  return hasRightKey(rest) ? { number } : { problem: "wrong-key" }
}

/** What is wrong with the shop's own number, if anything: from outside the European Union it is looked at only roughly. */
export function ownVatProblem(typed: string): Exclude<VatProblem, "other-business"> | null {
  const { country, rest } = vatParts(typed)
  const format = vatFormats[country] ?? /^[A-Z]?[\dA-Z/]*\d{5}[\dA-Z/]*$/
  if (!/^[A-Z]{2}$/.test(country) || !format.test(rest)) return "not-a-number"
  return country !== "FR" || hasRightKey(rest) ? null : "wrong-key"
}

function vatParts(typed: string): { number: string; country: string; rest: string } {
  const number = typed.replace(/[\s.-]/g, "").toUpperCase()
  return { number, country: number.slice(0, 2), rest: number.slice(2) }
}

/** Of a French number, after its two letters. */
function hasRightKey(rest: string): boolean {
  const [key, siren] = [rest.slice(0, 2), rest.slice(2)]
  return /\D/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}
