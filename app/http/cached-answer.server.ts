import { createHash } from "node:crypto"

export type CachedAnswer = { body: string | Buffer; type: string; etag: string }

/** An answer that says by its ETag whether it has changed since. */
export function answerOf(body: string | Buffer, type: string): CachedAnswer {
  return { body, type, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` }
}

/** The answer, or 304 to anyone who has it already. It may be kept for `seconds` without asking. */
export function respond(request: Request, { body, type, etag }: CachedAnswer, seconds: number): Response {
  const headers = { ETag: etag, "Cache-Control": `public, max-age=${seconds}` }
  const known =
    request.headers
      .get("if-none-match")
      ?.split(",")
      .map((mark) => mark.trim().replace(/^W\//, "")) ?? []
  if (known.includes(etag) || known.includes("*")) return new Response(null, { status: 304, headers })
  const bytes = Buffer.from(body)
  return new Response(request.method === "HEAD" ? null : bytes, {
    headers: { ...headers, "Content-Type": type, "Content-Length": String(bytes.length) },
  })
}

/** A function that remembers its last `count` answers, and is asked once by those who ask for the same together. */
export function remembering<Input, Answer>(
  count: number,
  keyOf: (input: Input) => string,
  make: (input: Input) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>()
  return (input) => {
    const key = keyOf(input)
    const found = known.get(key)
    if (found) return found
    const made = make(input).catch((error: unknown) => {
      known.delete(key)
      throw error
    })
    known.set(key, made)
    for (const oldest of [...known.keys()].slice(0, -count)) known.delete(oldest)
    return made
  }
}
