import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage } from "node:http"
import { passesOriginCheck } from "../accounts/auth/same-origin.ts"

/**
 * A form as it was sent, to be sent again by who sent it: where it went, and what it said, without passwords nor card
 * numbers. `isWhole` is false when something of that kind was left out.
 */
export type PostedAgain = {
  address: string
  fields: readonly (readonly [name: string, value: string])[]
  isWhole: boolean
}

/** More than the longest form of the shop: beyond it, nothing is given back. */
const MAX_BYTES = 512 * 1024

const secret = /passw|passe|^actuel$|^confirmation$|carte|card|cvc|cvv/i

const posted = new AsyncLocalStorage<PostedAgain>()

/**
 * Reads what a form without a script sent, so that an answer without a database can give it back. Null for whatever is no
 * such form, or comes from another site: nobody's words but ours go into a page of ours to be sent from there.
 */
export function readPostedAgain(request: IncomingMessage, body: Buffer | null): PostedAgain | null {
  const { method = "", url = "/", headers } = request
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")
  const isPage = (headers.accept ?? "").includes("text/html") && !/\.data(\?|$)/.test(url)
  if (method !== "POST" || !isForm || !isPage || body === null || body.length > MAX_BYTES) return null
  const said = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  )
  if (!passesOriginCheck({ method, headers: new Headers(said) })) return null
  const all = [...new URLSearchParams(body.toString("utf8"))]
  const fields = all.filter(([name]) => !secret.test(name))
  return { address: url.startsWith("/") ? url : "/", fields, isWhole: fields.length === all.length }
}

/** Answers a request so that `postedAgain` knows, however deep, what its form said. */
export function withPosted(form: PostedAgain | null, answer: () => void): void {
  if (form) posted.run(form, answer)
  else answer()
}

/** What the form said that is being answered; null when there is none to give back. */
export function postedAgain(): PostedAgain | null {
  return posted.getStore() ?? null
}
