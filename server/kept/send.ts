import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { observeRequest } from "../health/request-times.ts"
import { logRequest } from "../log.ts"
import type { KeptAnswer } from "./answer.ts"

/**
 * Sends an answer that is ready, with a number of its own, and counts and logs it. False, and nothing is sent, when the
 * client takes none of its encodings.
 */
export function sendKept(
  { method = "GET", url = "", headers }: IncomingMessage,
  response: ServerResponse,
  { status, answer }: { status: 200 | 404; answer: KeptAnswer },
  { route, started }: { route: string; started: number },
): boolean {
  const sent = answer.to(headers["accept-encoding"], status === 200 ? headers["if-none-match"] : undefined)
  if (!sent) return false
  const requestId = randomUUID()
  const answered = status === 200 ? sent.status : status
  response.writeHead(answered, [...sent.head, "X-Request-Id", requestId])
  response.end(method === "HEAD" || sent.body === null ? undefined : sent.body)
  const milliseconds = performance.now() - started
  observeRequest({ method, route, status: answered, milliseconds })
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  logRequest({ requestId, route, method, path, status: answered, milliseconds: Math.round(milliseconds) })
  return true
}
