import type { PostalAddress } from "../../../domain/booking/booking.ts"

/** "8 quai de la Marne, 94340 Joinville-le-Pont"; null for any other form. */
export function parsePostalAddress(text: string): PostalAddress | null {
  const [, street, zipCode, city] =
    /^(.+?)[,\s]+(\d{5})\s+([^,\d]+?)(?:,?\s*France)?$/is.exec(text.replace(/\s+/g, " ").trim()) ?? []
  return street && zipCode && city ? { street, zipCode, city } : null
}

export function postalLines(text: string): string[] {
  const address = parsePostalAddress(text)
  if (address) return [address.street, `${address.zipCode} ${address.city}`]
  return text.split(/\n|,\s*/).filter(Boolean)
}
