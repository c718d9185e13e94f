import type { IncomingMessage, ServerResponse } from "node:http"
import type { Readable } from "node:stream"
import sirv from "sirv"
import { log } from "../platform/log.ts"

const ONE_YEAR = 31_536_000

type Next = () => void

/**
 * The files of a folder, as they are when this is called, with the smaller ones beside them. Built files have their hash
 * in their name and never change; the others (fonts, icons) are looked at again after a day.
 */
export function staticFiles(folder: string) {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, file) {
      const immutable = file.startsWith("/assets/") || file.startsWith("/fonts/")
      response.setHeader(
        "Cache-Control",
        immutable ? `public, max-age=${ONE_YEAR}, immutable` : "public, max-age=86400",
      )
    },
  })
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    // The library does not listen to the file that it reads. One that is gone since, or for which the process has no
    // descriptor left, would end the process: it ends this answer, which has begun.
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
