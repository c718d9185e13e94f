/** Add every field that lets its holder act as the reader. */
const secretNames: ReadonlySet<string> = new Set([
  "token",
  "signingUrl",
  "payUrl",
  "depositUrl",
  "insuranceUrl",
  "readUrl",
  "linkUrl",
  "quoteUrl",
])

function findSecrets(data: unknown): string[] {
  return collectLeaves(data).flatMap(({ name, value }) => (secretNames.has(name) ? [value] : []))
}

export function redactSecrets(text: string, data: unknown): string {
  return findSecrets(data).reduce((hidden, secret) => (secret === "" ? hidden : redact(hidden, secret)), text)
}

function redact(text: string, secret: string): string {
  return /^\d+$/.test(secret)
    ? text.replace(new RegExp([...secret].join("\\s?"), "g"), "…")
    : text.replaceAll(secret, "…")
}

const internalNames: ReadonlySet<string> = new Set(["status", "kind", "unit"])
const internalValue = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?)$/

export function searchableText(data: unknown): string {
  const searchable = collectLeaves(data).filter(
    ({ name, value, isNumber }) =>
      !secretNames.has(name) && !internalNames.has(name) && (isNumber ? name === "number" : !internalValue.test(value)),
  )
  return [...new Set(searchable.map(({ value }) => value))].join(" ")
}

type Leaf = { name: string; value: string; isNumber: boolean }

function collectLeaves(value: unknown, name = "", collected: Leaf[] = []): Leaf[] {
  if (typeof value === "string") collected.push({ name, value, isNumber: false })
  else if (typeof value === "number") collected.push({ name, value: String(value), isNumber: true })
  else if (Array.isArray(value)) for (const item of value) collectLeaves(item, name, collected)
  else if (typeof value === "object" && value !== null)
    for (const [field, inner] of Object.entries(value)) collectLeaves(inner, field, collected)
  return collected
}
