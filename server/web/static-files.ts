import type { IncomingMessage, ServerResponse } from "node:http"
import type { Readable } from "node:stream"
import sirv from "sirv"
import { log } from "../platform/log.ts"

const ONE_YEAR = 31_536_000

type Next = () => void

/** Only assets and fonts have a hash in their name. */
export function createStaticHandler(folder: string) {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, file) {
      const isImmutable = file.startsWith("/assets/") || file.startsWith("/fonts/")
      response.setHeader(
        "Cache-Control",
        isImmutable ? `public, max-age=${ONE_YEAR}, immutable` : "public, max-age=86400",
      )
    },
  })
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    // sirv does not listen for errors of its file stream, which would end the process.
    const guard = (file: Readable) =>
      file.once("error", (error) => {
        log.error("A built file could not be read", { error })
        response.destroy()
      })
    response.once("pipe", guard)
    serve(request, response, () => {
      response.off("pipe", guard)
      next()
    })
  }
}
