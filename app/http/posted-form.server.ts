import { cleanPastedText } from "../../domain/pasted-text.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { receiveImages } from "../../server/platform/images/receive.ts"
import { imageRefusalText } from "../../server/platform/images/refusals.ts"
import { type UnreadableBody, readBody, notAForm } from "./body.ts"

export type PostedForm = {
  intent: string
  /** Cleaned of invisible signs, except passwords. */
  fields: URLSearchParams
  files: ReadonlyMap<string, Uint8Array>
}

export const emptyForm: PostedForm = { intent: "", fields: new URLSearchParams(), files: new Map() }

export type FormLimits = {
  maximumBytes?: number
  pictures?: { prefix: string; max: number; films?: number }
}

type UnreadableForm = { message: string; status: number; about: "form" | "picture" }

const DEFAULT_MAX_BYTES = 64 * 1024

const unreadable: Record<UnreadableBody["kind"], string> = {
  "too-large": "Ce formulaire est trop long pour être envoyé. Raccourcissez votre texte, puis réessayez.",
  "no-form": "Le formulaire n’a pas pu être lu. Rechargez la page, puis réessayez.",
}

export const unknownAct = unreadable["no-form"]

export async function readPostedForm(
  request: Request,
  { maximumBytes = DEFAULT_MAX_BYTES, pictures }: FormLimits,
): Promise<Result<PostedForm, UnreadableForm>> {
  const type = request.headers.get("content-type") ?? ""
  const isMultipart = /^multipart\/form-data\b/i.test(type)
  if (isMultipart && pictures) {
    const received = await receiveImages(request, pictures.prefix, pictures.max, pictures.films)
    if (received.ok) return ok(toPostedForm(received.value.form, received.value.bodies))
    const status = received.error.problem.endsWith("too-large") ? 413 : 422
    return err({ message: imageRefusalText(received.error), status, about: "picture" })
  }
  const form = isMultipart || /^application\/x-www-form-urlencoded\b/i.test(type) ? await parseForm() : err(notAForm)
  if (form.ok) return ok(toPostedForm(form.value, new Map()))
  return err({ message: unreadable[form.error.kind], status: form.error.status, about: "form" })

  async function parseForm(): Promise<Result<FormData, UnreadableBody>> {
    const body = await readBody(request, maximumBytes)
    if (!body.ok) return body
    try {
      return ok(await new Response(body.value, { headers: { "content-type": type } }).formData())
    } catch {
      return err(notAForm)
    }
  }
}

function toPostedForm(form: FormData, files: ReadonlyMap<string, Uint8Array>): PostedForm {
  const fields = new URLSearchParams()
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, clean(name, value))
  return { intent: fields.get("intent") ?? "", fields, files }
}

const verbatimFields = /passw|passe|^actuel$|confirmation/i

function clean(name: string, text: string): string {
  return verbatimFields.test(name) ? text : cleanPastedText(text)
}
