/** `hasClearTown` is false while the town's first word is only a guess. */
type AddressReading = { street: string; postcode: string; town: string; hasClearTown: boolean }

type Split = { street: string; place: string; hasClearTown: boolean }

const streetTypes = [
  ..."allee allees avenue av bd boulevard chaussee chemin cite cours domaine esplanade faubourg".split(" "),
  ..."galerie hameau impasse lieu lotissement mail montee parc passage place pl placette pont port".split(" "),
  ..."promenade quai quartier residence rond route rue ruelle sentier square traverse venelle villa".split(" "),
  ..."voie zone za zac zi bis ter".split(" "),
]

const nonFinalWords = new Set([
  ..."a au aux de des du d en et l la le les sous sur st ste saint sainte general marechal docteur".split(" "),
  ...streetTypes,
])

const MIN_LETTERS = 4

/** Bounds the work of one keystroke. */
const MAX_CHARACTERS = 200

export function readAddress(query: string): AddressReading[] {
  const text = trimPunctuation(
    query
      .slice(0, MAX_CHARACTERS)
      .replace(/\s+/g, " ")
      .replace(/, ?france[ ,.]*$/i, ""),
  )
  return findSplits(text).flatMap(({ street, place, hasClearTown }) =>
    readPlace(place).map(({ postcode, town }) => ({
      street: trimPunctuation(street),
      postcode,
      town: trimPunctuation(town),
      hasClearTown: hasClearTown || postcode.length === 5,
    })),
  )
}

function findSplits(text: string): Split[] {
  if (text === "") return []
  const looksLikeStreet = isStreet(text)
  // One or two digits are a house number, not a partial postcode.
  const wholeSplits = /^\d{1,2}$/.test(text) ? [] : [{ street: "", place: text, hasClearTown: !looksLikeStreet }]
  const [, beforePostcode = "", fromPostcode = ""] = /^(.*?)(?<!\d)(\d{5}(?!\d)\D*)$/.exec(text) ?? []
  const postcodeSplits = fromPostcode
    ? [{ street: beforePostcode, place: trimPunctuation(fromPostcode), hasClearTown: true }]
    : []
  const townFollows = /\p{L}/u.test(fromPostcode)
  return [
    ...(townFollows ? postcodeSplits : []),
    ...splitAtComma(text),
    ...(looksLikeStreet ? [] : wholeSplits),
    ...(townFollows ? [] : postcodeSplits),
    ...(looksLikeStreet ? [...splitAtPartialPostcode(text), ...splitAtEachWord(text), ...wholeSplits] : []),
  ]
}

function splitAtComma(text: string): Split[] {
  const comma = text.lastIndexOf(",")
  return comma < 0
    ? []
    : [{ street: text.slice(0, comma), place: trimPunctuation(text.slice(comma + 1)), hasClearTown: true }]
}

function splitAtPartialPostcode(text: string): Split[] {
  const [, street = "", place = ""] = /^(.*\p{L}.*) (\d{2,4})$/u.exec(text) ?? []
  return street ? [{ street, place, hasClearTown: false }] : []
}

function splitAtEachWord(text: string): Split[] {
  const words = text.split(" ")
  return words.flatMap((_, count) => {
    const street = words.slice(0, count)
    const place = words.slice(count).join(" ")
    const canEnd = !nonFinalWords.has(normalise(street.at(-1) ?? "")) && !/^\d+$/.test(street.at(-1) ?? "")
    const isLongEnough = place.replace(/[^\p{L}]/gu, "").length >= MIN_LETTERS
    return street.length >= 2 && canEnd && isLongEnough
      ? [{ street: street.join(" "), place, hasClearTown: false }]
      : []
  })
}

function readPlace(place: string): { postcode: string; town: string }[] {
  if (/^\d+$/.test(place)) return place.length >= 2 && place.length <= 5 ? [{ postcode: place, town: "" }] : []
  const [, leadingDigits = "", town = ""] = /^(\d{2,5}) (.+)$/.exec(place) ?? []
  const [, townBefore = "", trailingDigits = ""] = /^(.*\D) (\d{2,5})$/.exec(place) ?? []
  const first = normalise(town.split(" ")[0] ?? "")
  const isNumberInStreet = leadingDigits.length < 5 && streetTypes.some((type) => type.startsWith(first))
  return [
    ...(leadingDigits && !isNumberInStreet ? [{ postcode: leadingDigits, town }] : []),
    ...(trailingDigits.length === 5 ? [] : [{ postcode: "", town: place }]),
    ...(trailingDigits ? [{ postcode: trailingDigits, town: townBefore }] : []),
  ]
}

function isStreet(text: string): boolean {
  if (/^\d{1,4}(?: ?[a-z])?[ ,]/i.test(text)) return true
  return text
    .split(" ")
    .slice(0, 2)
    .some((word) => streetTypes.includes(normalise(word)))
}

function normalise(word: string): string {
  return word
    .normalize("NFD")
    .replace(/[^\p{L}\d]/gu, "")
    .toLowerCase()
}

function trimPunctuation(text: string): string {
  return text.replace(/^[\s,;.-]+|[\s,;-]+$/g, "")
}
