/** Mail programs would turn an address in a name into a link. */
export function isAcceptableName(text: string): boolean {
  const name = separateTitles(text)
  return !/[\p{Cc}\p{Zl}\p{Zp}@]|:\/\//u.test(name) && !addresses.some((address) => address.test(name))
}

const addresses = [
  /www\./iu,
  // Two characters before the dot: "M.DUPONT" and "J.-P. Martin" are people.
  /[\p{L}\d-]{2}\.\p{L}{2,}(?:[/:?#\s]|$)/iu,
  /[a-z\d-]\.[a-z]{2,}(?:[/:?#\s]|$)/u,
  /[a-z\d]\.(?:com|net|org|co|io|fr|eu|me|app|page|link)(?:[/:?#\s]|$)/iu,
]

const titles = new Set("dr pr prof me mr mrs ms mme mlle mgr st ste sté ets vve".split(" "))
const siteEndings = new Set(
  "com net org info biz co io ai tv fr eu be ch de uk us me app dev page link site web shop store online top xyz club live news blog pro paris bzh".split(
    " ",
  ),
)

/** "Dr.Martin" and "Ch.Dupont" lack a space; "Dr.Com" is a site. */
function separateTitles(text: string): string {
  return text.replace(/(?<![\p{L}\d.-])(\p{L}+)\.(\p{L}{2,})(?![\p{L}.])/gu, (typed, start: string, end: string) => {
    const isFirstName = /^\p{Lu}\p{Ll}{1,2}$/u.test(start) && /^\p{Lu}\p{Ll}/u.test(end)
    const isName = (titles.has(start.toLowerCase()) || isFirstName) && !siteEndings.has(end.toLowerCase())
    return isName ? `${start} ${end}` : typed
  })
}
