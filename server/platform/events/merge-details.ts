type Details = Readonly<Record<string, unknown>>

export function mergeDetails({ details, personal }: { details: Details; personal: Details }): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...details }
  for (const [name, value] of Object.entries(personal)) {
    const fact = merged[name]
    merged[name] = isFields(fact) && isFields(value) ? { ...fact, ...value } : value
  }
  return merged
}

function isFields(value: unknown): value is Details {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
