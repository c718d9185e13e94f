const NBSP = "\u00a0"
const NARROW_NBSP = "\u202f"

export function phoneLabel(phone: string): string {
  const french = /^(?:\+33|0033|0)(\d{9})$/.exec(stripSeparators(phone))
  return french ? `0${french[1]}`.replace(/\d\d(?=\d)/g, `$&${NBSP}`) : preventLineBreaks(phone)
}

export function internationalPhone(phone: string): string {
  return stripSeparators(phone)
    .replace(/[^\d+]/g, "")
    .replace(/^(?:0033|0)(?=\d{9}$)/, "+33")
}

export function isCompletePhone(text: string): boolean {
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return false
  const number = stripSeparators(text)
  if (/^(\+33|0033|0(?!0))/.test(number)) return /^(\+33|0033|0)[1-9]\d{8}$/.test(number)
  return /^(\+|00)?[1-9]\d{5,14}$/.test(number)
}

const MIN_SEARCHED_DIGITS = 4

/** Must match the database's `phone_digits`; null when too short to search. */
export function phoneDigits(text: string): string | null {
  if (!/^[+\d\s.\-()/]+$/.test(text)) return null
  const digits = stripSeparators(text)
    .replace(/^(\+33|0033|33(?=\d{9}$))/, "0")
    .replace(/\D/g, "")
  return digits.length >= MIN_SEARCHED_DIGITS ? digits : null
}

export function siretLabel(siret: string): string {
  return siretDigits(siret)?.replace(/\d{3}(?=\d{5})/g, `$&${NBSP}`) ?? siret
}

export function siretDigits(siret: string): string | null {
  const digits = siret.replace(/\D/g, "")
  return digits.length === 14 ? digits : null
}

export function preventLineBreaks(text: string): string {
  return text
    .replace(/(?<=\d) (?=[\d%])/g, NBSP)
    .replace(
      /(\d[\d\u00a0,]*)[ \u00a0]€/g,
      (_, amount: string) => `${amount.replaceAll(NBSP, NARROW_NBSP)}${NARROW_NBSP}€`,
    )
}

function stripSeparators(phone: string): string {
  return phone.replace(/\(0\)/, "").replace(/[\s.\-()/]/g, "")
}
