import { createHash } from "node:crypto"

/** By which a text that is too long for the record is known again. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(written(value)).digest("base64url").slice(0, 22)
}

/** The same for the same value, whatever the order in which the database keeps the parts of an object. */
export function written(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
