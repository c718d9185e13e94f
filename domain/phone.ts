import { toPlainSigns } from "./pasted-text.ts"
import { preventLineBreaks } from "./printed-numbers.ts"

const separators = /[\s.\-()/·,_]/g
const label = /^(?:t[ée]l(?:[ée]phone)?|portable|mobile)\s*\.?\s*:?\s*(?=[+(\d])/i

/** Mayotte shares 0639 with the fictional numbers 063998. */
const overseas: readonly [RegExp, string][] = [
  [/^(?:262|263|269|692|693|639(?!98))/, "+262"],
  [/^(?:590|690|691)/, "+590"],
  [/^(?:594|694)/, "+594"],
  [/^(?:596|696|697)/, "+596"],
]

const frenchCodes = "33|262|590|594|596"
/** Italy, for one, dials its leading zero from abroad. */
const codesWithTrunkZero = `${frenchCodes}|31|32|41|43|44|49`

/** The number without its label and invisible signs; null when nobody could dial it. */
export function readPhone(text: string): string | null {
  const typed = toPlainSigns(text).replace(label, "")
  if (!/^[(+\d][\d\s.\-()/·,_+]*$/.test(typed) || typed.length > 30) return null
  const international = toInternational(typed)
  const isFrench = new RegExp(`^\\+(?:${frenchCodes})`).test(international)
  const isComplete = isFrench ? /^\+\d{2,3}[1-9]\d{8}$/ : /^\+[1-9]\d{6,14}$/
  return isComplete.test(international) ? typed : null
}

/** Keeps a number it cannot read, so that a person can still judge it. */
export function internationalPhone(text: string): string {
  return toInternational(toPlainSigns(text).replace(label, ""))
}

export function phoneLabel(phone: string): string {
  const french = new RegExp(`^\\+(?:${frenchCodes})(\\d{9})$`).exec(internationalPhone(phone))
  return french ? `0${french[1]}`.replace(/\d\d(?=\d)/g, "$&\u00a0") : preventLineBreaks(phone)
}

const MIN_SEARCHED_DIGITS = 4

/** Must match the database's `phone_digits`; null when too short to search. */
export function phoneDigits(text: string): string | null {
  const typed = toPlainSigns(text)
  if (!/^[+\d\s.\-()/]+$/.test(typed)) return null
  const digits = typed
    .replace("(0)", "")
    .replace(/\D/g, "")
    .replace(new RegExp(`^(00)?(${frenchCodes})0?(?=\\d{9}$)`), "0")
  return digits.length >= MIN_SEARCHED_DIGITS ? digits : null
}

function toInternational(typed: string): string {
  const digits = typed
    .replace(/\(0\)/, "")
    .replace(separators, "")
    .replace(/[^\d+]/g, "")
  const number = digits
    .replace(/^00(?=[1-9])/, "+")
    .replace(/^33(?=\d{9}$)/, "+33")
    .replace(new RegExp(`^\\+(${codesWithTrunkZero})0(?=[1-9])`), "+$1")
    .replace(/^0(?=[1-9]\d{8}$)/, "+33")
  const national = /^\+33(\d{9})$/.exec(number)?.[1]
  const code = national && overseas.find(([prefix]) => prefix.test(national))?.[1]
  return code ? `${code}${national}` : number
}
