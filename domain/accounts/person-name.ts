/** Mail programs would turn an address in a name into a link. */
export function isAcceptableName(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}@]|:\/\//u.test(text) && !addresses.some((address) => address.test(text))
}

const addresses = [
  /www\./iu,
  // Two characters before the dot: "M.DUPONT" and "J.-P. Martin" are people.
  /[\p{L}\d-]{2}\.\p{L}{2,}(?:[/:?#\s]|$)/iu,
  /[a-z\d-]\.[a-z]{2,}(?:[/:?#\s]|$)/u,
  /[a-z\d]\.(?:com|net|org|co|io|fr|eu|me|app|page|link)(?:[/:?#\s]|$)/iu,
]
