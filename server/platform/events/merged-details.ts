type Details = Readonly<Record<string, unknown>>

/**
 * All that the record still says of an event: its facts, and what was not erased of its personal details. `before` and
 * `after` may have parts in both.
 */
export function mergedDetails({ details, personal }: { details: Details; personal: Details }): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...details }
  for (const [name, value] of Object.entries(personal)) {
    const fact = merged[name]
    merged[name] = isFields(fact) && isFields(value) ? { ...fact, ...value } : value
  }
  return merged
}

/** Named values, as `before` and `after` of an edit are. */
function isFields(value: unknown): value is Details {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
