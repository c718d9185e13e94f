/**
 * Whether a text may stand as somebody's name: on one line, and without an address of a page or a mailbox. Names are put
 * into mails, where programs turn an address into a link that seems to come from us.
 */
export function mayBeName(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}@]|:\/\/|www\.|[a-z0-9-]\.[a-z]{2,}(?:[/:?#\s]|$)/u.test(text)
}
