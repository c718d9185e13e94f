/** What a request says that decides about a kept answer. */
export type AskedHeaders = {
  host: string | undefined
  cookie: string | undefined
  authorization: string | undefined
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/**
 * Read from the headers as they came, name and value in turn: the object that Node makes of all fifteen that a browser sends
 * costs as much as the rest of a kept answer. Null when one of these comes twice, which no browser sends.
 */
export function readAskedHeaders(raw: readonly string[]): AskedHeaders | null {
  const asked: AskedHeaders = {
    host: undefined,
    cookie: undefined,
    authorization: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  }
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const field = fieldNamed(raw[at] ?? "")
    if (field === null) continue
    if (asked[field] !== undefined) return null
    asked[field] = raw[at + 1]
  }
  return asked
}

/** By its length first: most names are none of these, and are not looked at. */
function fieldNamed(name: string): keyof AskedHeaders | null {
  const { length } = name
  if (length !== 4 && length !== 6 && length !== 13 && length !== 15) return null
  return fields[name.toLowerCase()] ?? null
}

const fields: Readonly<Record<string, keyof AskedHeaders>> = {
  host: "host",
  cookie: "cookie",
  authorization: "authorization",
  "accept-encoding": "acceptEncoding",
  "if-none-match": "ifNoneMatch",
}
