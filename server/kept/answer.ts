import { createHash } from "node:crypto"
import type { OutgoingHttpHeaders } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { memoized } from "../memoized.ts"
import { securityHeaders } from "../security.ts"
import { type Encoding, chooseEncoding } from "./encoding.ts"

/** Below that, compressing saves nothing. */
const MIN_COMPRESSED = 1024
const isText = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg\+xml)/

/**
 * An answer in one encoding: `headFor` gives its headers, as pairs one after the other, with the number of the request. It
 * gives the same array each time, to be written at once: to copy thirty texts for each request costs as much as to find it.
 */
export type Sent = { status: 200 | 304; headFor(requestId: string): string[]; body: Buffer | null }

type Form = { whole: Sent; unchanged: Sent; bytes: number }

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export type KeptAnswer = ReturnType<typeof keptAnswerOf>

/** An answer to send as it is, again and again: its body in each encoding, with the headers that go with it. */
export function keptAnswerOf(body: Buffer, given: Headers) {
  const type = given.get("content-type") ?? ""
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 27)
  const common = Object.entries(headersOf(given, type)).flatMap(([name, value]) => [name, String(value)])
  const forms = new Map<Encoding, Form>([["identity", newForm("identity", body, "")]])
  let formFor = newChoice()

  /** Browsers have a handful of Accept-Encoding between them. */
  function newChoice() {
    return memoized((acceptEncoding): Form | null => {
      const encoding = chooseEncoding(acceptEncoding, (each) => forms.has(each))
      return (encoding && forms.get(encoding)) ?? null
    }, 20)
  }

  function newForm(encoding: Encoding, bytes: Buffer, mark: string): Form {
    const etag = `"${digest}${mark}"`
    const shared = [...common, "ETag", etag]
    const encoded = encoding === "identity" ? shared : [...shared, "Content-Encoding", encoding]
    const head = [...encoded, "Content-Length", String(bytes.length)]
    return {
      whole: sentWith(200, head, bytes),
      unchanged: sentWith(304, shared, null),
      bytes: bytes.length + 2 * head.join("").length,
    }
  }

  return {
    /** The answer to these headers of a request; null when it takes none of the encodings that are there. */
    to(acceptEncoding: string | undefined, ifNoneMatch: string | undefined): Sent | null {
      const form = formFor(acceptEncoding ?? "")
      if (!form) return null
      // Whatever encoding somebody has, its mark begins with the same digest: what it says is the same.
      const isKnown = ifNoneMatch !== undefined && (ifNoneMatch.includes(`"${digest}`) || ifNoneMatch.trim() === "*")
      return isKnown ? form.unchanged : form.whole
    },
    /** Compresses it as far as a visitor who waits has time for, or `thoroughly`. */
    async compress(how: "quickly" | "thoroughly"): Promise<void> {
      if (!isText.test(type) || body.length < MIN_COMPRESSED) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: how === "quickly" ? 4 : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      }
      const [small, known] = await Promise.all([
        toBrotli(body, { params }),
        toGzip(body, { level: how === "quickly" ? 5 : 9 }),
      ])
      const level = how === "quickly" ? "" : "+"
      forms.set("br", newForm("br", small, `-br${level}`))
      forms.set("gzip", newForm("gzip", known, `-gz${level}`))
      formFor = newChoice()
    },
    /** What it takes of the memory. */
    bytes(): number {
      return [...forms.values()].reduce((sum, form) => sum + form.bytes, 0)
    },
  }
}

function sentWith(status: 200 | 304, head: readonly string[], body: Buffer | null): Sent {
  const written = [...head, "X-Request-Id", ""]
  const last = written.length - 1
  return {
    status,
    body,
    headFor(requestId) {
      written[last] = requestId
      return written
    },
  }
}

/** As the answer itself says, with what every answer says. It may be kept by a browser that asks each time. */
function headersOf(given: Headers, type: string): OutgoingHttpHeaders {
  const own = Object.fromEntries(
    [...given].filter(([name]) => !notKept.has(name)).map(([name, value]) => [name, value]),
  )
  return {
    ...securityHeaders,
    ...own,
    "content-type": type,
    "cache-control": given.get("cache-control") ?? "private, no-cache",
    vary: own["cache-control"]?.startsWith("public") ? "Accept-Encoding" : "Accept-Encoding, Cookie",
  }
}

const notKept = new Set(["content-length", "content-encoding", "etag", "vary", "date", "connection", "content-type"])
