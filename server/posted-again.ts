import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage } from "node:http"
import { passesOriginCheck } from "./auth/same-origin.ts"

/**
 * A form as it was sent, to be sent again by who sent it: where it went, and what it said, without passwords nor card
 * numbers. `isWhole` is false when something of that kind was left out.
 */
export type PostedAgain = {
  address: string
  fields: readonly (readonly [name: string, value: string])[]
  isWhole: boolean
}

/** More than the longest form of the shop: beyond it, nothing is kept. */
const MAX_BYTES = 512 * 1024
/** How long the rest of a form is waited for that nobody has read. */
const REST_MS = 1_000

const secret = /passw|passe|^actuel$|^confirmation$|carte|card|cvc|cvv/i

type Keeping = { read(): Promise<PostedAgain | null> }

const posted = new AsyncLocalStorage<Keeping>()

/**
 * Listens to what a form without a script sends while something else reads it, so that an answer without a database can
 * give it back. To be called in the same moment as what reads the request, or nothing reads it. Null for whatever is no
 * such form, or comes from another site: nobody's words but ours go into a page of ours to be sent from there.
 */
export function keepPosted(request: IncomingMessage): Keeping | null {
  const { method = "", url = "/", headers } = request
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")
  const isPage = (headers.accept ?? "").includes("text/html") && !/\.data(\?|$)/.test(url)
  if (method !== "POST" || !isForm || !isPage) return null
  const said = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  )
  if (!passesOriginCheck({ method, headers: new Headers(said) })) return null

  const chunks: Buffer[] = []
  let length = 0
  request.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length <= MAX_BYTES) chunks.push(Buffer.from(chunk))
    else chunks.length = 0
  })
  const ended = new Promise<void>((resolve) => {
    request.once("end", resolve)
    request.once("close", resolve)
  })
  return {
    async read() {
      // Anyone who reads it may have stopped half-way.
      request.resume()
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, REST_MS).unref())])
      if (!request.complete || length > MAX_BYTES) return null
      const all = [...new URLSearchParams(Buffer.concat(chunks).toString("utf8"))]
      const fields = all.filter(([name]) => !secret.test(name))
      return { address: url.startsWith("/") ? url : "/", fields, isWhole: fields.length === all.length }
    },
  }
}

/** Answers a request so that `postedAgain` knows, however deep, what its form said. */
export function withPosted(keeping: Keeping | null, answer: () => void): void {
  if (keeping) posted.run(keeping, answer)
  else answer()
}

/** What the form said that is being answered; null when there is none to give back. */
export async function postedAgain(): Promise<PostedAgain | null> {
  return (await posted.getStore()?.read()) ?? null
}
