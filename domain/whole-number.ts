/** The largest number that a column of the type `integer` holds. */
export const MAX_WHOLE = 2_147_483_647
const MAX_PAGE = 100_000

/** A number from 0 in an address or a hidden field; null for anything else, and for one that no column holds. */
export function readWhole(text: string | null | undefined): number | null {
  if (!text || !/^\d{1,10}$/.test(text)) return null
  return Number(text) <= MAX_WHOLE ? Number(text) : null
}

/** The page of a list in an address, from 1. */
export function readPage(text: string | null | undefined): number {
  const page = readWhole(text?.trim())
  return page !== null && page >= 1 && page <= MAX_PAGE ? page : 1
}
