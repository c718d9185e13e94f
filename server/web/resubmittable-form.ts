import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage } from "node:http"
import { passesOriginCheck } from "../accounts/auth/same-origin.ts"

/** Without passwords and card numbers. */
export type ResubmittableForm = {
  address: string
  fields: readonly (readonly [name: string, value: string])[]
  isWhole: boolean
}

const MAX_BYTES = 512 * 1024

const secretFieldName = /passw|passe|^actuel$|^confirmation$|carte|card|cvc|cvv/i

const forms = new AsyncLocalStorage<ResubmittableForm>()

/** null for a form of another site, whose words must not be sent from our page. */
export function readResubmittableForm(request: IncomingMessage, body: Buffer | null): ResubmittableForm | null {
  const { method = "", url = "/", headers } = request
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")
  const isPage = (headers.accept ?? "").includes("text/html") && !/\.data(\?|$)/.test(url)
  if (method !== "POST" || !isForm || !isPage || body === null || body.length > MAX_BYTES) return null
  const headerEntries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  )
  if (!passesOriginCheck({ method, headers: new Headers(headerEntries) })) return null
  const allFields = [...new URLSearchParams(body.toString("utf8"))]
  const fields = allFields.filter(([name]) => !secretFieldName.test(name))
  return { address: url.startsWith("/") ? url : "/", fields, isWhole: fields.length === allFields.length }
}

export function withResubmittableForm(form: ResubmittableForm | null, answer: () => void): void {
  if (form) forms.run(form, answer)
  else answer()
}

export function currentForm(): ResubmittableForm | null {
  return forms.getStore() ?? null
}
