import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib"
import { createRequest, sendResponse } from "@remix-run/node-fetch-server"
import compression from "compression"
import { countPageAnswer } from "../platform/metrics/page-answers.ts"
import { type Encoding, chooseEncoding } from "../platform/request/encoding.ts"
import { log } from "../platform/log.ts"
import { receivedBody } from "./request-body.ts"

type Handle = (request: Request) => Promise<Response>
type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

const MIN_COMPRESSED = 1024
const MAX_SYNC_BYTES = 160 * 1024
const BROTLI_WINDOW = 17
const STREAM_WINDOW = 18
const bufferedTypes = /^(text\/(html|x-script)|application\/(problem\+)?json)\b/

const pageTypes = /^text\/(html|x-script)\b/

const texts = new WeakMap<Response, string>()

export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

export function createPageHandler(handle: Handle): NodeHandler {
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW } } })
  const streamAnswer = (request: IncomingMessage, response: ServerResponse, answer: Response) =>
    new Promise<void>((resolve, reject) =>
      compress(
        request as Parameters<typeof compress>[0],
        response as Parameters<typeof compress>[1],
        () => void sendResponse(response, answer).then(resolve, reject),
      ),
    )
  const send = async (request: IncomingMessage, response: ServerResponse) => {
    const pageRequest = createPageRequest(request, response)
    const answer = await handle(pageRequest)
    if (pageRequest.signal.aborted || response.destroyed) return
    const isBuffered = answer.body !== null && bufferedTypes.test(answer.headers.get("content-type") ?? "")
    if (isBuffered && pageTypes.test(answer.headers.get("content-type") ?? "")) countPageAnswer("rendered")
    if (isBuffered) await sendBuffered(request, response, answer)
    else await streamAnswer(request, response, answer)
    drainRequestBody(request)
  }
  return (request, response) =>
    void send(request, response).catch((error: unknown) => {
      if (response.destroyed) return
      log.error("An answer could not be sent", { error })
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
}

function createPageRequest(request: IncomingMessage, response: ServerResponse): Request {
  const body = receivedBody(request)
  const pageRequest = createRequest(request, response)
  return body === null ? pageRequest : new Request(pageRequest, { method: pageRequest.method, body })
}

/** Browsers read no answer before their whole body was sent; `requestTimeout` limits it. */
function drainRequestBody(request: IncomingMessage): void {
  if (!request.complete) request.removeAllListeners("data").resume()
}

async function sendBuffered(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const body = Buffer.from(texts.get(answer) ?? (await answer.text()))
  const { status, headers } = answer
  const isWorthwhile = body.length >= MIN_COMPRESSED && !headers.has("content-encoding")
  const encoding = isWorthwhile ? chooseEncoding(request.headers["accept-encoding"], () => true) : null
  const bytes = encoding === null || encoding === "identity" ? body : await compressBody(body, encoding)
  if (response.destroyed) return
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies)
  for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value)
  if (isWorthwhile) response.appendHeader("Vary", "Accept-Encoding")
  if (bytes !== body && encoding !== null) response.setHeader("Content-Encoding", encoding)
  response.setHeader("Content-Length", bytes.length)
  response.writeHead(status)
  response.end(request.method === "HEAD" ? undefined : bytes)
}

/** Higher levels would save a twentieth of the bytes for twice the time. */
function compressBody(body: Buffer, encoding: Exclude<Encoding, "identity">): Buffer | Promise<Buffer> {
  const { sync, offThread } = encoders[encoding](body)
  return body.length <= MAX_SYNC_BYTES ? sync() : offThread()
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const zstdAsync = promisify(zstdCompress)

const encoders = {
  zstd(body: Buffer) {
    const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 }, pledgedSrcSize: body.length }
    return { sync: () => zstdCompressSync(body, options), offThread: () => zstdAsync(body, options) }
  },
  br(body: Buffer) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    }
    return { sync: () => brotliCompressSync(body, { params }), offThread: () => brotliAsync(body, { params }) }
  },
  gzip(body: Buffer) {
    const options = { level: 3 }
    return { sync: () => gzipSync(body, options), offThread: () => gzipAsync(body, options) }
  },
}
