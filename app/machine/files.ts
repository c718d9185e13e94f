import { parseRange } from "./byte-range.ts"
import { parseFileUrl } from "../../server/platform/images/names.ts"
import { storage } from "../../server/platform/storage/current.server.ts"
import type { ByteRange, ObjectDescription } from "../../server/platform/storage/storage.ts"

export async function loader({ request }: { request: Request }): Promise<Response> {
  const object = parseFileUrl(new URL(request.url).pathname)
  if (!object) return notFound()
  const files = await storage()
  const ifNoneMatch = request.headers.get("If-None-Match")
  const range = request.method === "GET" ? request.headers.get("Range") : null
  if (ifNoneMatch !== null || range !== null || request.method === "HEAD") {
    const description = await files.describe(object.bucket, object.path)
    if (!description) return notFound()
    if (ifNoneMatch !== null && matches(ifNoneMatch, description.etag)) {
      return new Response(null, { status: 304, headers: cacheHeaders(description) })
    }
    if (request.method === "HEAD") return new Response(null, { headers: fileHeaders(description) })
    const since = request.headers.get("If-Range")
    if (range !== null && (since === null || isUnchanged(since, description))) {
      const part = parseRange(range, description.size)
      if (part === "beyond") return rangeNotSatisfiable(description)
      if (part !== "whole") return answerPart(object, description, part)
    }
  }
  const file = await files.get(object.bucket, object.path)
  return file ? new Response(file.body, { headers: fileHeaders(file) }) : notFound()
}

async function answerPart(
  { bucket, path }: { bucket: string; path: string },
  description: ObjectDescription,
  part: ByteRange,
): Promise<Response> {
  const file = await (await storage()).get(bucket, path, part)
  if (!file) return notFound()
  return new Response(file.body, {
    status: 206,
    headers: {
      ...fileHeaders(description),
      "Content-Length": String(part.last - part.first + 1),
      "Content-Range": `bytes ${part.first}-${part.last}/${description.size}`,
    },
  })
}

function rangeNotSatisfiable({ size }: ObjectDescription): Response {
  return new Response(null, {
    status: 416,
    headers: { "Content-Range": `bytes */${size}`, "Cache-Control": "no-store" },
  })
}

/** A weak ETag does not guarantee identical bytes. */
function isUnchanged(since: string, { etag, lastModified }: ObjectDescription): boolean {
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

/** Anything but a picture or film becomes a download that may run nothing. */
function fileHeaders(description: ObjectDescription): Record<string, string> {
  const isMedia = /^(image\/(png|jpeg|gif|webp|avif)|video\/(mp4|webm))$/.test(description.contentType)
  return {
    ...cacheHeaders(description),
    "Content-Type": isMedia ? description.contentType : "application/octet-stream",
    "Content-Length": String(description.size),
    "Accept-Ranges": "bytes",
    "Content-Disposition": isMedia ? "inline" : "attachment",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  }
}

/** If-None-Match compares weakly. */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((mark) => mark.trim().replace(/^W\//, "") === etag)
}
