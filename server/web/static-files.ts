import { readdir, stat } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import type { Readable } from "node:stream"
import sirv from "sirv"
import { log } from "../platform/log.ts"

const ONE_YEAR = 31_536_000

type Next = () => void

/** Also serves the assets of releases beside this one: while processes are replaced, pages of both are open. */
export function createStaticHandler(folder: string) {
  const serve = serveFolder(folder)
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    // sirv does not listen for errors of its file stream, which would end the process.
    const guard = (file: Readable) =>
      file.once("error", (error) => {
        log.error("A built file could not be read", { error })
        response.destroy()
      })
    response.once("pipe", guard)
    const giveUp = () => {
      response.off("pipe", guard)
      next()
    }
    serve(request, response, () => {
      const name = /^\/assets\/([\w.-]+)$/.exec(request.url ?? "")?.[1]
      if (name === undefined) return giveUp()
      void findOtherRelease(folder, name).then((other) =>
        other ? serveFolder(other, { dev: true })(request, response, giveUp) : giveUp(),
      )
    })
  }
}

const release = /^guinguette-\d[\w.-]*$/

async function findOtherRelease(folder: string, asset: string): Promise<string | null> {
  const own = path.resolve(folder, "../..")
  if (!release.test(path.basename(own))) return null
  for (const name of await readdir(path.dirname(own)).catch(() => [])) {
    const other = path.join(path.dirname(own), name, "build/client")
    const isThere = await stat(path.join(other, "assets", asset)).then(
      (file) => file.isFile(),
      () => false,
    )
    if (release.test(name) && isThere) return other
  }
  return null
}

/** Only assets and fonts have a hash in their name. */
function serveFolder(folder: string, { dev = false } = {}) {
  return sirv(folder, {
    dev,
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
}
