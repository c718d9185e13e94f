export const MAX_WHOLE = 2_147_483_647
const MAX_PAGE = 100_000

/** null beyond an `integer` column's range. */
export function readWholeNumber(text: string | null | undefined): number | null {
  if (!text || !/^\d{1,10}$/.test(text)) return null
  return Number(text) <= MAX_WHOLE ? Number(text) : null
}

export function readPage(text: string | null | undefined): number {
  const page = readWholeNumber(text?.trim())
  return page !== null && page >= 1 && page <= MAX_PAGE ? page : 1
}
