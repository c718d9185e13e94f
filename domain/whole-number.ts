export const MAX_WHOLE = 2_147_483_647
const MAX_PAGE = 100_000

/** null beyond an `integer` column's range. */
export function readWholeNumber(text: string | null | undefined): number | null {
  if (!text || !/^\d{1,10}$/.test(text)) return null
  return Number(text) <= MAX_WHOLE ? Number(text) : null
}

/** A rental's position in a URL or form: 0, which no rental has, when it is malformed. */
export function readPosition(text: string | null | undefined): number | null {
  return text ? (readWholeNumber(text) ?? 0) : null
}

export function readPage(text: string | null | undefined): number {
  const page = readWholeNumber(text?.trim())
  return page !== null && page >= 1 && page <= MAX_PAGE ? page : 1
}
