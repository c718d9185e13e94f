/**
 * One way of understanding an address typed in one line. `postcode` is complete (5 digits), begun (2 to 4) or "".
 * `clear` when something typed parts the town from the street: a postcode, a comma, or no street at all.
 */
export type Reading = { street: string; postcode: string; town: string; clear: boolean }

/** Where the street ends and the town, with its postcode, begins. */
type Split = { street: string; place: string; clear: boolean }

const wayTypes = [
  ..."allee allees avenue av bd boulevard chaussee chemin cite cours domaine esplanade faubourg".split(" "),
  ..."galerie hameau impasse lieu lotissement mail montee parc passage place pl placette pont port".split(" "),
  ..."promenade quai quartier residence rond route rue ruelle sentier square traverse venelle villa".split(" "),
  ..."voie zone za zac zi bis ter".split(" "),
]

/** Words that never end the name of a street: what follows belongs to that name ("12 rue de Lyon"). */
const unfinished = new Set([
  ..."a au aux de des du d en et l la le les sous sur st ste saint sainte general marechal docteur".split(" "),
  ...wayTypes,
])

/** The least letters for a town to be read at the end of a street without a comma: shorter words are everywhere. */
const MIN_LETTERS = 4

/** Longer texts are not addresses; reading only their beginning bounds the work that one keystroke can ask for. */
const MAX_CHARACTERS = 200

/**
 * The ways of understanding an address as it is typed, likeliest first: the reader takes the first that names towns
 * that exist. Empty for a text without a letter or digit.
 */
export function readAddress(query: string): Reading[] {
  const text = trimmed(
    query
      .slice(0, MAX_CHARACTERS)
      .replace(/\s+/g, " ")
      .replace(/, ?france[ ,.]*$/i, ""),
  )
  return splits(text).flatMap(({ street, place, clear }) =>
    readPlace(place).map(({ postcode, town }) => ({
      street: trimmed(street),
      postcode,
      town: trimmed(town),
      clear: clear || postcode.length === 5,
    })),
  )
}

function splits(text: string): Split[] {
  if (text === "") return []
  const street = isStreet(text)
  // One or two digits alone are the number of a house, not the beginning of a postcode.
  const whole = /^\d{1,2}$/.test(text) ? [] : [{ street: "", place: text, clear: !street }]
  const [, beforePostcode = "", fromPostcode = ""] = /^(.*?)(?<!\d)(\d{5}(?!\d)\D*)$/.exec(text) ?? []
  const atPostcode = fromPostcode ? [{ street: beforePostcode, place: trimmed(fromPostcode), clear: true }] : []
  const townFollows = /\p{L}/u.test(fromPostcode)
  return [
    ...(townFollows ? atPostcode : []),
    ...atComma(text),
    ...(street ? [] : whole),
    ...(townFollows ? [] : atPostcode),
    ...(street ? [...atBegunPostcode(text), ...atEachWord(text), ...whole] : []),
  ]
}

function atComma(text: string): Split[] {
  const comma = text.lastIndexOf(",")
  return comma < 0 ? [] : [{ street: text.slice(0, comma), place: trimmed(text.slice(comma + 1)), clear: true }]
}

/** "12 rue de la République 690" */
function atBegunPostcode(text: string): Split[] {
  const [, street = "", place = ""] = /^(.*\p{L}.*) (\d{2,4})$/u.exec(text) ?? []
  return street ? [{ street, place, clear: false }] : []
}

/** "12 avenue Foch Nogent sur Marne": wherever the street could end, the longest name of town first. */
function atEachWord(text: string): Split[] {
  const words = text.split(" ")
  return words.flatMap((_, count) => {
    const street = words.slice(0, count)
    const place = words.slice(count).join(" ")
    const ended = !unfinished.has(plain(street.at(-1) ?? "")) && !/^\d+$/.test(street.at(-1) ?? "")
    const enough = place.replace(/[^\p{L}]/gu, "").length >= MIN_LETTERS
    return street.length >= 2 && ended && enough ? [{ street: street.join(" "), place, clear: false }] : []
  })
}

/** A town, a postcode complete or begun, or both in either order; "lyon 2" is first an arrondissement. */
function readPlace(place: string): { postcode: string; town: string }[] {
  if (/^\d+$/.test(place)) return place.length >= 2 && place.length <= 5 ? [{ postcode: place, town: "" }] : []
  const [, ahead = "", town = ""] = /^(\d{2,5}) (.+)$/.exec(place) ?? []
  const [, named = "", behind = ""] = /^(.*\D) (\d{2,5})$/.exec(place) ?? []
  const first = plain(town.split(" ")[0] ?? "")
  const isNumberInStreet = ahead.length < 5 && wayTypes.some((type) => type.startsWith(first))
  return [
    ...(ahead && !isNumberInStreet ? [{ postcode: ahead, town }] : []),
    ...(behind.length === 5 ? [] : [{ postcode: "", town: place }]),
    ...(behind ? [{ postcode: behind, town: named }] : []),
  ]
}

/** It begins with the number of a house, or names a kind of way in its first two words. */
function isStreet(text: string): boolean {
  if (/^\d{1,4}(?: ?[a-z])?[ ,]/i.test(text)) return true
  return text
    .split(" ")
    .slice(0, 2)
    .some((word) => wayTypes.includes(plain(word)))
}

function plain(word: string): string {
  return word
    .normalize("NFD")
    .replace(/[^\p{L}\d]/gu, "")
    .toLowerCase()
}

function trimmed(text: string): string {
  return text.replace(/^[\s,;.-]+|[\s,;-]+$/g, "")
}
