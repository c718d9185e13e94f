/**
 * Whether a text may stand as somebody's name: on one line, and without an address of a page or a mailbox. Names are put
 * into mails, where programs turn an address into a link that seems to come from us, in capitals as well.
 */
export function mayBeName(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}@]|:\/\//u.test(text) && !addresses.some((address) => address.test(text))
}

const addresses = [
  /www\./iu,
  // Two signs before the dot: "M.DUPONT" and "J.-P. Martin" are people.
  /[\p{L}\d-]{2}\.\p{L}{2,}(?:[/:?#\s]|$)/iu,
  /[a-z\d-]\.[a-z]{2,}(?:[/:?#\s]|$)/u,
  /[a-z\d]\.(?:com|net|org|co|io|fr|eu|me|app|page|link)(?:[/:?#\s]|$)/iu,
]
