import { objectOf } from "../../server/images/names.ts"
import { storage } from "../../server/storage/current.server.ts"
import type { ObjectDescription } from "../../server/storage/storage.ts"

/** An uploaded picture or one of its sizes; 404 for every address that we do not name so, however odd. */
export async function loader({ request }: { request: Request }): Promise<Response> {
  const object = objectOf(new URL(request.url).pathname)
  if (!object) return notFound()
  const files = await storage()
  const known = request.headers.get("If-None-Match")
  if (known !== null || request.method === "HEAD") {
    const described = await files.describe(object.bucket, object.path)
    if (!described) return notFound()
    if (known !== null && matches(known, described.etag)) {
      return new Response(null, { status: 304, headers: cacheHeaders(described) })
    }
    if (request.method === "HEAD") return new Response(null, { headers: headersOf(described) })
  }
  const found = await files.get(object.bucket, object.path)
  return found ? new Response(found.body, { headers: headersOf(found) }) : notFound()
}

function notFound(): Response {
  return new Response("Not found\n", {
    status: 404,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  })
}

function cacheHeaders({ etag, cacheControl, lastModified }: ObjectDescription): Record<string, string> {
  return { ETag: etag, "Cache-Control": cacheControl, "Last-Modified": lastModified.toUTCString() }
}

/** Shown as a picture or not at all: should anything else ever lie here, it is a download that may run nothing. */
function headersOf(described: ObjectDescription): Record<string, string> {
  const picture = /^image\/(png|jpeg|gif|webp|avif)$/.test(described.contentType)
  return {
    ...cacheHeaders(described),
    "Content-Type": picture ? described.contentType : "application/octet-stream",
    "Content-Length": String(described.size),
    "Content-Disposition": picture ? "inline" : "attachment",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  }
}

/** If-None-Match compares weakly: `W/` says nothing here, `*` matches whatever exists. */
function matches(known: string, etag: string): boolean {
  return known.trim() === "*" || known.split(",").some((mark) => mark.trim().replace(/^W\//, "") === etag)
}
