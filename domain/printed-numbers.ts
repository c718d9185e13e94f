const NBSP = "\u00a0"
const NARROW_NBSP = "\u202f"

/** "06 12 34 56 78" from however it was typed, never broken across lines; a number from elsewhere keeps its groups. */
export function phoneLabel(phone: string): string {
  const french = /^(?:\+33|0033|0)(\d{9})$/.exec(bare(phone))
  return french ? `0${french[1]}`.replace(/\d\d(?=\d)/g, `$&${NBSP}`) : unbroken(phone)
}

/** "+33612345678", for machines: links, search engines. A number from elsewhere keeps its digits. */
export function internationalPhone(phone: string): string {
  return bare(phone)
    .replace(/[^\d+]/g, "")
    .replace(/^(?:0033|0)(?=\d{9}$)/, "+33")
}

/** What begins as a French number has all of its figures; one from elsewhere, as many as a number may have (E.164). */
export function isWholePhone(typed: string): boolean {
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return false
  const number = bare(typed)
  if (/^(\+33|0033|0(?!0))/.test(number)) return /^(\+33|0033|0)[1-9]\d{8}$/.test(number)
  return /^(\+|00)?[1-9]\d{5,14}$/.test(number)
}

const MIN_SEARCHED_DIGITS = 4

/**
 * The digits of a telephone number, or of its beginning or end, as the database compares them (`phone_digits`): "0612"
 * for "+33 6 12". Null for what is no number or too short to find anybody by.
 */
export function phoneDigits(typed: string): string | null {
  if (!/^[+\d\s.\-()/]+$/.test(typed)) return null
  const digits = bare(typed)
    .replace(/^(\+33|0033|33(?=\d{9}$))/, "0")
    .replace(/\D/g, "")
  return digits.length >= MIN_SEARCHED_DIGITS ? digits : null
}

/** "123 456 782 00002", as INSEE prints it; what is no SIRET stays as it was typed. */
export function siretLabel(siret: string): string {
  return siretDigits(siret)?.replace(/\d{3}(?=\d{5})/g, `$&${NBSP}`) ?? siret
}

/** The fourteen digits, or null for what is no SIRET. */
export function siretDigits(siret: string): string | null {
  const digits = siret.replace(/\D/g, "")
  return digits.length === 14 ? digits : null
}

/** Owner's words in which no number ends a line before its next digits, its "€" or its "%". */
export function unbroken(text: string): string {
  return text
    .replace(/(?<=\d) (?=[\d%])/g, NBSP)
    .replace(
      /(\d[\d\u00a0,]*)[ \u00a0]€/g,
      (_, amount: string) => `${amount.replaceAll(NBSP, NARROW_NBSP)}${NARROW_NBSP}€`,
    )
}

/** "+33 (0)1 99…" is written too. */
function bare(phone: string): string {
  return phone.replace(/\(0\)/, "").replace(/[\s.\-()/]/g, "")
}
