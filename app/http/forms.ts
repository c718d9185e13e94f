import { data } from "react-router"
import { z } from "zod"
import { type FieldNames, type UnreadableForm, readFields } from "./form-fields.ts"

/**
 * How every action reads what a form has sent:
 *
 *     const form = await parseForm(request, ContactMessage)
 *     if (!form.ok) return form.refusal
 *     const sent = await sendMessage(form.value)
 *     return sent.ok ? redirect("/contact") : form.refuse({ email: "Cette adresse n’existe pas." })
 *
 * The page finds the refusal in `actionData`: a French message for each field, and what was typed, to put back into
 * the fields. It works the same with and without scripts, and no input makes it fail with a 500.
 */

export type FormErrors = Record<string, string>

export type FormRefusal = {
  /** By field; `form` is about none in particular. */
  errors: FormErrors
  /** What was typed in each field, to be put back. Never a password. */
  values: Record<string, string>
  /** The same for fields that may come several times, such as a list of days. */
  lists: Record<string, string[]>
}

export type RefusedForm = ReturnType<typeof data<FormRefusal>>

export type ParsedForm<Value> =
  | {
      ok: true
      value: Value
      /** For what only the verb could see: the same answer as for a field that is wrong. 422 unless told otherwise. */
      refuse(errors: FormErrors, status?: number, headers?: Headers): RefusedForm
    }
  | { ok: false; refusal: RefusedForm }

const usualMaximum = 64 * 1024

/**
 * Reads a posted form and checks it. A schema says what it expects: a field that it declares as an array takes every
 * value sent under its name, any other takes one; fields that it does not name are ignored, and so are files. Texts
 * come with "\n" line ends and without control characters, except passwords, which come exactly as typed.
 *
 * Answers 413 above `maximumBytes`, 400 when the body is no form, 422 when a field is wrong.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { maximumBytes = usualMaximum }: { maximumBytes?: number } = {},
): Promise<ParsedForm<z.output<Schema>>> {
  const read = await readFields(request, fieldsOf(schema), maximumBytes)
  if (!read.ok) return { ok: false, refusal: unread(read.error) }

  const { fields, lists, problems } = read.value
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !isSecret(name)))
  const parsed = schema.safeParse({ ...fields, ...lists }, { error: frenchMessage })
  const errors = { ...(parsed.success ? {} : errorsOf(parsed.error)), ...problems }
  if (!parsed.success || Object.keys(problems).length > 0) {
    return { ok: false, refusal: refusal({ errors, values, lists }, 422) }
  }
  return {
    ok: true,
    value: parsed.data,
    refuse: (errors, status = 422, headers) => refusal({ errors, values, lists }, status, headers),
  }
}

const unreadable: Record<UnreadableForm["kind"], string> = {
  "too-large": "Ce formulaire est trop long pour être envoyé. Raccourcissez votre texte, puis réessayez.",
  "no-form": "Le formulaire n’a pas pu être lu. Rechargez la page, puis réessayez.",
}

function unread({ kind, status }: UnreadableForm): RefusedForm {
  return refusal({ errors: { form: unreadable[kind] }, values: {}, lists: {} }, status)
}

function refusal(told: FormRefusal, status: number, headers?: Headers): RefusedForm {
  return data(told, { status, ...(headers ? { headers } : {}) })
}

/** What must not travel back into a page. */
export function isSecret(name: string): boolean {
  return /passw|passe|^actuel$|confirmation|secret|token/i.test(name)
}

/** The first message of each field. */
function errorsOf(error: z.ZodError): FormErrors {
  const errors: FormErrors = {}
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : "form"
    errors[field] ??= issue.message
  }
  return errors
}

/** For what a schema gives no message of its own. */
function frenchMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_type" && (issue.input === undefined || issue.input === "")) return "Ce champ est requis."
  if (issue.code === "too_small" && issue.origin === "string") {
    return Number(issue.minimum) <= 1 ? "Ce champ est requis." : `Saisissez au moins ${issue.minimum} caractères.`
  }
  if (issue.code === "too_big" && issue.origin === "string") return `Ne dépassez pas ${issue.maximum} caractères.`
  if (issue.code === "too_small") return `Le minimum est ${issue.minimum}.`
  if (issue.code === "too_big") return `Le maximum est ${issue.maximum}.`
  return "Cette valeur n’est pas valable."
}

/** The names that a schema declares, and which of them are lists. */
function fieldsOf(schema: z.ZodType): FieldNames {
  const shape = objectOf(schema)?.shape ?? {}
  return new Map(Object.entries(shape).map(([name, field]) => [name, isList(field) ? "list" : "one"]))
}

function objectOf(schema: z.core.$ZodType): z.ZodObject | null {
  const inner = unwrapped(schema)
  return inner instanceof z.ZodObject ? inner : null
}

function isList(field: z.core.$ZodType): boolean {
  return unwrapped(field) instanceof z.ZodArray
}

/** What is inside optional, default, transform and the like. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  const wrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  return wrapped ? unwrapped(schema.unwrap()) : schema
}
