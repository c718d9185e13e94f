function* causes(error: unknown): Generator<object> {
  for (let depth = 0, link = error; typeof link === "object" && link !== null && depth < 8; depth++) {
    yield link
    link = "cause" in link ? link.cause : undefined
  }
}

function findProperty(error: unknown, property: string): string | null {
  for (const link of causes(error)) {
    const value: unknown = Reflect.get(link, property)
    if (typeof value === "string" && value !== "") return value
  }
  return null
}

export function databaseErrorCode(error: unknown): string | null {
  return findProperty(error, "code")
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return databaseErrorCode(error) === "23505" && (!constraint || findProperty(error, "constraint") === constraint)
}

const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
])

export function isConnectionLost(error: unknown): boolean {
  const code = databaseErrorCode(error)
  if (code && (networkCodes.has(code) || /^08|^57P0[123]$/.test(code))) return true
  return [...causes(error)].some(
    (link) =>
      link instanceof Error &&
      /Connection terminated|connection error and is not queryable|exceeded when trying to connect|not currently accepting connections/.test(
        link.message,
      ),
  )
}
