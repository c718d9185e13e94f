/** Under these names an order holds what opens a door: anyone who reads it could act as its reader. */
const secretNames: ReadonlySet<string> = new Set([
  "token",
  "signingUrl",
  "payUrl",
  "depositUrl",
  "insuranceUrl",
  "readUrl",
  "linkUrl",
])

/** The secrets of an order's data, wherever they stand in it. */
function secretsOf(data: unknown): string[] {
  return leaves(data).flatMap(({ name, value }) => (secretNames.has(name) ? [value] : []))
}

/** The same text for eyes that are not the reader's. */
export function withoutSecrets(text: string, data: unknown): string {
  return secretsOf(data).reduce((hidden, secret) => (secret === "" ? hidden : without(hidden, secret)), text)
}

/** A code of figures is hidden where it is written in groups too ("123 456"). */
function without(text: string, secret: string): string {
  return /^\d+$/.test(secret)
    ? text.replace(new RegExp([...secret].join("\\s?"), "g"), "…")
    : text.replaceAll(secret, "…")
}

/** What of an order is for the program: nobody looks for a mail by it. */
const codeNames: ReadonlySet<string> = new Set(["status", "kind", "unit"])
const isForProgram = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?)$/

/**
 * What a mail is found by: every text in it that somebody may read and type, once, and the numbers of bookings and
 * contracts. No secrets, and neither ids, days as the program writes them, nor amounts in cents: each letter is indexed as
 * the mail is ordered.
 */
export function wordsOf(data: unknown): string {
  const read = leaves(data).filter(
    ({ name, value, isFigure }) =>
      !secretNames.has(name) && !codeNames.has(name) && (isFigure ? name === "number" : !isForProgram.test(value)),
  )
  return [...new Set(read.map(({ value }) => value))].join(" ")
}

type Leaf = { name: string; value: string; isFigure: boolean }

/** `name` is that of the nearest field: items of a list have the list's. Adds to `found`, which it answers. */
function leaves(value: unknown, name = "", found: Leaf[] = []): Leaf[] {
  if (typeof value === "string") found.push({ name, value, isFigure: false })
  else if (typeof value === "number") found.push({ name, value: String(value), isFigure: true })
  else if (Array.isArray(value)) for (const item of value) leaves(item, name, found)
  else if (typeof value === "object" && value !== null)
    for (const [field, inner] of Object.entries(value)) leaves(inner, field, found)
  return found
}
