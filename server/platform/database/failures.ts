/** The error and everything that caused it, outermost first: Drizzle wraps what the driver throws. */
function* chain(error: unknown): Generator<object> {
  for (let depth = 0, link = error; typeof link === "object" && link !== null && depth < 8; depth++) {
    yield link
    link = "cause" in link ? link.cause : undefined
  }
}

function find(error: unknown, property: string): string | null {
  for (const link of chain(error)) {
    const value: unknown = Reflect.get(link, property)
    if (typeof value === "string" && value !== "") return value
  }
  return null
}

/** The SQLSTATE or system code of a database failure, through any wrapping; null when there is none. */
export function databaseErrorCode(error: unknown): string | null {
  return find(error, "code")
}

/** True when a unique (or primary key) constraint refused the row; with `constraint`, only that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return databaseErrorCode(error) === "23505" && (!constraint || find(error, "constraint") === constraint)
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

/** True when the server could not be reached or the connection went away. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseErrorCode(error)
  if (code && (networkCodes.has(code) || /^08|^57P0[123]$/.test(code))) return true
  return [...chain(error)].some(
    (link) =>
      link instanceof Error &&
      /Connection terminated|connection error and is not queryable|exceeded when trying to connect|not currently accepting connections/.test(
        link.message,
      ),
  )
}
