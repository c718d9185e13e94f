/** An address as envelopes bear it. */
export type PostalAddress = { street: string; zipCode: string; city: string }

/** The parts of "8 quai de la Marne, 94340 Joinville-le-Pont"; null when it is written in another way. */
export function postalAddressOf(text: string): PostalAddress | null {
  const [, street, zipCode, city] =
    /^(.+?)[,\s]+(\d{5})\s+([^,\d]+?)(?:,?\s*France)?$/is.exec(text.replace(/\s+/g, " ").trim()) ?? []
  return street && zipCode && city ? { street, zipCode, city } : null
}

/** The lines of an address block. */
export function postalLines(text: string): string[] {
  const address = postalAddressOf(text)
  if (address) return [address.street, `${address.zipCode} ${address.city}`]
  return text.split(/\n|,\s*/).filter(Boolean)
}
