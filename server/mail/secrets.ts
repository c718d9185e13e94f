/** Under these names an order holds what opens a door: anyone who reads it could act as its reader. */
const secretNames: ReadonlySet<string> = new Set([
  "token",
  "signingUrl",
  "payUrl",
  "depositUrl",
  "insuranceUrl",
  "readUrl",
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

/** Every text in it but the secrets: what a mail is found by. */
export function wordsOf(data: unknown): string {
  return leaves(data)
    .filter(({ name }) => !secretNames.has(name))
    .map(({ value }) => value)
    .join(" ")
}

type Leaf = { name: string; value: string }

/** `name` is that of the nearest field: items of a list have the list's. */
function leaves(value: unknown, name = ""): Leaf[] {
  if (typeof value === "string") return [{ name, value }]
  if (typeof value === "number") return [{ name, value: String(value) }]
  if (Array.isArray(value)) return value.flatMap((item: unknown) => leaves(item, name))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => leaves(inner, field))
}
