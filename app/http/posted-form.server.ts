import { type Result, ok, err } from "../../domain/result.ts"
import { receiveImages } from "../../server/platform/images/receive.ts"
import { imageRefusalText } from "../../server/platform/images/refusals.ts"
import { type UnreadableBody, bodyWithin, noForm } from "./body.ts"

/** A form as it was posted, read once. */
export type PostedForm = {
  /** Which act of the screen is asked for; empty when the form does not say. */
  intent: string
  /** Every text by its field: with "\n" line ends and without signs that XML forbids, except passwords. */
  fields: URLSearchParams
  /** The files by their field, where the screen takes any; unjudged. */
  files: ReadonlyMap<string, Uint8Array>
}

export type FormLimits = {
  /** 64 kB unless the screen has long texts. */
  maximumBytes?: number
  /** A screen that takes pictures says in which fields (by the start of their names), and how many at a time; so of films. */
  pictures?: { prefix: string; max: number; films?: number }
}

export type UnreadableForm = { message: string; status: number; about: "form" | "picture" }

const DEFAULT_MAX_BYTES = 64 * 1024

const unreadable: Record<UnreadableBody["kind"], string> = {
  "too-large": "Ce formulaire est trop long pour être envoyé. Raccourcissez votre texte, puis réessayez.",
  "no-form": "Le formulaire n’a pas pu être lu. Rechargez la page, puis réessayez.",
}

/** For a form that asks for nothing that its screen does. */
export const unknownAct = unreadable["no-form"]

/** Reads a posted form within its limits, whatever was sent: 413 beyond them, 400 when the body is no form. */
export async function readPosted(
  request: Request,
  { maximumBytes = DEFAULT_MAX_BYTES, pictures }: FormLimits,
): Promise<Result<PostedForm, UnreadableForm>> {
  const type = request.headers.get("content-type") ?? ""
  const isMultipart = /^multipart\/form-data\b/i.test(type)
  if (isMultipart && pictures) {
    const received = await receiveImages(request, pictures.prefix, pictures.max, pictures.films)
    if (received.ok) return ok(postedIn(received.value.form, received.value.bodies))
    const status = received.error.problem.endsWith("too-large") ? 413 : 422
    return err({ message: imageRefusalText(received.error), status, about: "picture" })
  }
  const form = isMultipart || /^application\/x-www-form-urlencoded\b/i.test(type) ? await formIn() : err(noForm)
  if (form.ok) return ok(postedIn(form.value, new Map()))
  return err({ message: unreadable[form.error.kind], status: form.error.status, about: "form" })

  async function formIn(): Promise<Result<FormData, UnreadableBody>> {
    const body = await bodyWithin(request, maximumBytes)
    if (!body.ok) return body
    try {
      return ok(await new Response(body.value, { headers: { "content-type": type } }).formData())
    } catch {
      return err(noForm)
    }
  }
}

function postedIn(form: FormData, files: ReadonlyMap<string, Uint8Array>): PostedForm {
  const fields = new URLSearchParams()
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, clean(name, value))
  return { intent: fields.get("intent") ?? "", fields, files }
}

const exact = /passw|passe|^actuel$|confirmation/i

/** A paste may carry signs that a database or the XML of an invoice refuses, and the line ends of a word processor. */
function clean(name: string, text: string): string {
  if (exact.test(name)) return text
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\v\f\u0085\u2028\u2029]/g, " ")
    .replace(/[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}|\p{Cs}/gu, "")
}
