import { createHash } from "node:crypto"

export type CachedAnswer = { body: string | Buffer; type: string; etag: string }

export function withEtag(body: string | Buffer, type: string): CachedAnswer {
  return { body, type, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` }
}

export function respond(request: Request, { body, type, etag }: CachedAnswer, seconds: number): Response {
  const headers = { ETag: etag, "Cache-Control": `public, max-age=${seconds}` }
  const etags =
    request.headers
      .get("if-none-match")
      ?.split(",")
      .map((mark) => mark.trim().replace(/^W\//, "")) ?? []
  if (etags.includes(etag) || etags.includes("*")) return new Response(null, { status: 304, headers })
  const bytes = Buffer.from(body)
  return new Response(request.method === "HEAD" ? null : bytes, {
    headers: { ...headers, "Content-Type": type, "Content-Length": String(bytes.length) },
  })
}

export function memoizeLatest<Input, Answer>(
  count: number,
  keyOf: (input: Input) => string,
  make: (input: Input) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  const cache = new Map<string, Promise<Answer>>()
  return (input) => {
    const key = keyOf(input)
    const cached = cache.get(key)
    if (cached) return cached
    const promise = make(input).catch((error: unknown) => {
      cache.delete(key)
      throw error
    })
    cache.set(key, promise)
    for (const oldest of [...cache.keys()].slice(0, -count)) cache.delete(oldest)
    return promise
  }
}
