import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { countPageAnswer } from "../health/page-answers.ts"
import { observeRequest } from "../health/request-times.ts"
import { logRequest } from "../log.ts"
import type { KeptAnswer } from "./answer.ts"
import type { Wish } from "./kept-answers.ts"

/**
 * Sends an answer that is ready, with a number of its own, and counts and logs it. False, and nothing is sent, when the
 * client takes none of its encodings.
 */
export function sendKept(
  { method = "GET", url = "" }: IncomingMessage,
  response: ServerResponse,
  { status, answer }: { status: 200 | 404; answer: KeptAnswer },
  { address, asked }: Pick<Wish, "address" | "asked">,
  started: number,
): boolean {
  const { pattern: route } = address.page
  const sent = answer.to(asked.acceptEncoding, status === 200 ? asked.ifNoneMatch : undefined)
  if (!sent) return false
  const requestId = randomUUID()
  const answered = status === 200 ? sent.status : status
  response.writeHead(answered, sent.headFor(requestId))
  response.end(method === "HEAD" || sent.body === null ? undefined : sent.body)
  countPageAnswer("kept")
  const milliseconds = performance.now() - started
  observeRequest({ method, route, status: answered, milliseconds })
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  logRequest({ requestId, route, method, path, status: answered, milliseconds: Math.round(milliseconds) })
  return true
}
