import { partAsked } from "./byte-range.ts"
import { objectOf } from "../../server/platform/images/names.ts"
import { storage } from "../../server/platform/storage/current.server.ts"
import type { ByteRange, ObjectDescription } from "../../server/platform/storage/storage.ts"

/** An uploaded picture, one of its sizes, or a film, whole or the part that is asked for; 404 for every address that we do not name so, however odd. */
export async function loader({ request }: { request: Request }): Promise<Response> {
  const object = objectOf(new URL(request.url).pathname)
  if (!object) return notFound()
  const files = await storage()
  const known = request.headers.get("If-None-Match")
  const range = request.method === "GET" ? request.headers.get("Range") : null
  if (known !== null || range !== null || request.method === "HEAD") {
    const described = await files.describe(object.bucket, object.path)
    if (!described) return notFound()
    if (known !== null && matches(known, described.etag)) {
      return new Response(null, { status: 304, headers: cacheHeaders(described) })
    }
    if (request.method === "HEAD") return new Response(null, { headers: headersOf(described) })
    const since = request.headers.get("If-Range")
    if (range !== null && (since === null || isSame(since, described))) {
      const part = partAsked(range, described.size)
      if (part === "beyond") return rangeNotSatisfiable(described)
      if (part !== "whole") return answerPart(object, described, part)
    }
  }
  const found = await files.get(object.bucket, object.path)
  return found ? new Response(found.body, { headers: headersOf(found) }) : notFound()
}

async function answerPart(
  { bucket, path }: { bucket: string; path: string },
  described: ObjectDescription,
  part: ByteRange,
): Promise<Response> {
  const found = await (await storage()).get(bucket, path, part)
  if (!found) return notFound()
  return new Response(found.body, {
    status: 206,
    headers: {
      ...headersOf(described),
      "Content-Length": String(part.last - part.first + 1),
      "Content-Range": `bytes ${part.first}-${part.last}/${described.size}`,
    },
  })
}

function rangeNotSatisfiable({ size }: ObjectDescription): Response {
  return new Response(null, {
    status: 416,
    headers: { "Content-Range": `bytes */${size}`, "Cache-Control": "no-store" },
  })
}

/** Whether what somebody has the beginning of is still what it was. A weak mark says too little for that. */
function isSame(since: string, { etag, lastModified }: ObjectDescription): boolean {
  return since === etag || since === lastModified.toUTCString()
}

function notFound(): Response {
  return new Response("Introuvable\n", {
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

/** Shown as a picture or a film, or not at all: should anything else ever lie here, it is a download that may run nothing. */
function headersOf(described: ObjectDescription): Record<string, string> {
  const shown = /^(image\/(png|jpeg|gif|webp|avif)|video\/(mp4|webm))$/.test(described.contentType)
  return {
    ...cacheHeaders(described),
    "Content-Type": shown ? described.contentType : "application/octet-stream",
    "Content-Length": String(described.size),
    "Accept-Ranges": "bytes",
    "Content-Disposition": shown ? "inline" : "attachment",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  }
}

/** If-None-Match compares weakly: `W/` says nothing here, `*` matches whatever exists. */
function matches(known: string, etag: string): boolean {
  return known.trim() === "*" || known.split(",").some((mark) => mark.trim().replace(/^W\//, "") === etag)
}
