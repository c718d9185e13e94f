import { readdirSync, statSync } from "node:fs"
import { readFile } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import { log } from "./log.ts"

const ONE_YEAR = 31_536_000

const types: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
}

/** What the build lays beside a file, smaller; the smallest first. */
const encodings = [
  { suffix: ".br", name: "br" },
  { suffix: ".gz", name: "gzip" },
] as const

/** A file as it is sent to those who understand its encoding. */
type Form = {
  file: string
  encoding: string | null
  headers: Record<string, string>
  content: Promise<Buffer> | null
}

type Next = () => void

/**
 * The files of a folder, as they are when this is called, with the smaller ones beside them. Built files have their hash
 * in their name and never change; the others (fonts, icons) are looked at again after a day. What was asked for stays in
 * memory: to open, read and close a file costs three times what sending it does, and all of them are a few megabytes.
 */
export function staticFiles(folder: string) {
  const files = formsIn(folder)
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    const accepted = request.headers["accept-encoding"] ?? ""
    const isRead = request.method === "GET" || request.method === "HEAD"
    const forms = isRead ? files.get(nameOf(request.url ?? "")) : undefined
    const form = forms?.find(({ encoding }) => encoding === null || accepted.includes(encoding))
    if (form) void send(request, response, form)
    else next()
  }
}

function formsIn(folder: string): ReadonlyMap<string, readonly Form[]> {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = below.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name))
  const there = new Set(names)
  const files = names
    .map((file) => ({ file, name: `/${path.relative(folder, file).replaceAll(path.sep, "/").normalize()}` }))
    .filter(({ file, name }) => !name.includes("/.") && !encodings.some(({ suffix }) => file.endsWith(suffix)))
  return new Map(
    files.map(({ file, name }) => {
      const smaller = encodings.filter(({ suffix }) => there.has(file + suffix))
      const forms = [...smaller, { suffix: "", name: null }].map((each) => formOf(file, name, each))
      return [name, forms]
    }),
  )
}

function formOf(file: string, name: string, { suffix, name: encoding }: { suffix: string; name: string | null }): Form {
  const type = types[path.extname(name)]
  if (type === undefined) throw new Error(`No media type is known for ${file}`)
  const { size, mtime } = statSync(file + suffix)
  const immutable = name.startsWith("/assets/") || name.startsWith("/fonts/")
  const headers = {
    "Cache-Control": immutable ? `public, max-age=${ONE_YEAR}, immutable` : "public, max-age=86400",
    ...(encoding ? { "Content-Encoding": encoding } : {}),
    "Content-Type": type,
    ETag: `W/"${size}-${mtime.getTime()}"`,
    "Last-Modified": mtime.toUTCString(),
    Vary: "Accept-Encoding",
  }
  return { file: file + suffix, encoding, headers, content: null }
}

function nameOf(url: string): string {
  const [name = ""] = url.split("?")
  if (!name.includes("%")) return name
  try {
    return decodeURI(name).normalize()
  } catch {
    return name
  }
}

async function send(request: IncomingMessage, response: ServerResponse, form: Form): Promise<void> {
  const { headers } = form
  if (request.headers["if-none-match"] === headers["ETag"]) {
    const { "Content-Type": _type, "Content-Encoding": _encoding, ...told } = headers
    response.writeHead(304, told).end()
    return
  }
  let content: Buffer
  try {
    content = await (form.content ??= readFile(form.file))
  } catch (error) {
    // One that is gone since the start, or for which the process has no descriptor left: the next one may find it.
    form.content = null
    log.error("A built file could not be read", { error })
    response.destroy()
    return
  }
  const part = partOf(request.headers.range, content.length)
  if (!part) response.writeHead(200, { ...headers, "Content-Length": content.length }).end(content)
  else if (part.start >= content.length) response.writeHead(416, { "Content-Range": `bytes */${content.length}` }).end()
  else {
    const { start, end } = part
    const range = { "Accept-Ranges": "bytes", "Content-Range": `bytes ${start}-${end}/${content.length}` }
    response
      .writeHead(206, { ...headers, ...range, "Content-Length": end - start + 1 })
      .end(content.subarray(start, end + 1))
  }
}

/** The part of a file that is asked for, or null where all of it is. */
function partOf(range: string | undefined, length: number): { start: number; end: number } | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? []
  if (from === "" && to === "") return null
  const last = length - 1
  if (from === "") return { start: Math.max(length - Number(to), 0), end: last }
  const end = to === "" ? last : Math.min(Number(to), last)
  return Number(from) > end && Number(from) < length ? null : { start: Number(from), end }
}
