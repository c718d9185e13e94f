import { createHash, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { type Encoding, chooseEncoding } from "../request/encoding.ts"
import { countPageAnswer } from "../metrics/page-answers.ts"
import { observeRequest } from "../metrics/request-times.ts"
import { logRequest } from "../log.ts"
import { securityHeaders } from "../request/security.ts"

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export type CachedPage = {
  status: 200 | 404
  digest: string
  headers: Readonly<Record<string, string>>
  bodies: Readonly<Partial<Record<Encoding, Buffer>>>
  bytes: number
}

const uncachedHeaders = new Set(["content-length", "content-encoding", "etag", "vary", "date", "connection"])

export async function toCachedPage(
  body: Buffer,
  { status, headers: rendered }: { status: CachedPage["status"]; headers: Headers },
): Promise<CachedPage> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, zipped] = await Promise.all([toBrotli(body, { params }), toGzip(body)])
  return {
    status,
    digest: createHash("sha256").update(body).digest("base64url").slice(0, 27),
    headers: {
      ...securityHeaders,
      "cache-control": "private, no-cache",
      ...Object.fromEntries([...rendered].filter(([name]) => !uncachedHeaders.has(name))),
      vary: "Accept-Encoding, Cookie",
    },
    bodies: { br, gzip: zipped, identity: body },
    bytes: br.length + zipped.length + body.length,
  }
}

export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, route, arrivedAt }: { answer: CachedPage; route: string; arrivedAt: number },
): boolean {
  const { method = "GET", url: path = "", headers } = request
  const encoding = chooseEncoding(headers["accept-encoding"], (each) => answer.bodies[each] !== undefined)
  const body = encoding && answer.bodies[encoding]
  if (!body) return false
  const requestId = randomUUID()
  const validator = headers["if-none-match"]
  const isUnchanged = answer.status === 200 && (validator?.includes(`"${answer.digest}`) || validator?.trim() === "*")
  const status = isUnchanged ? 304 : answer.status
  response.writeHead(status, {
    ...answer.headers,
    "X-Request-Id": requestId,
    ETag: `"${answer.digest}-${encoding}"`,
    ...(!isUnchanged && { "Content-Length": body.length }),
    ...(!isUnchanged && encoding !== "identity" && { "Content-Encoding": encoding }),
  })
  response.end(method === "HEAD" || isUnchanged ? undefined : body)
  countPageAnswer(answer.status === 200 ? "cached" : "rendered")
  const milliseconds = performance.now() - arrivedAt
  observeRequest({ method, route, status, milliseconds })
  logRequest({ requestId, route, method, path, status, milliseconds: Math.round(milliseconds) })
  return true
}
