import { data } from "react-router"
import { z } from "zod"
import { log } from "../../server/platform/log.ts"
import { noteFailure } from "../../server/platform/unavailable.ts"
import { tooLong } from "./form-fields.ts"
import { type FormLimits, type PostedForm, readPosted, unknownAct } from "./posted-form.server.ts"
import type { FormErrors, Refusal } from "./refusal.ts"
import { isThrownResponse } from "./thrown.ts"

/**
 * How every action takes what a form has sent. A screen lists its acts by the `intent` that their buttons carry:
 *
 *     export async function action({ request, context }: Route.ActionArgs) {
 *       const editor = editorOf(context)
 *       return handleForm(request, {
 *         archiver: act(Message, ({ id }) => archive(editor, id), { log: "Error archiving", failed: "…" }),
 *         repondre: act(Answer, async ({ id, answer }, form) => {
 *           const sent = await answerMessage(editor, id, answer)
 *           return sent.ok ? redirect("/admin/messages") : form.refuse({ form: "…" }, { status: 409 })
 *         }, { log: "Error answering a message", failed: "…" }),
 *       })
 *     }
 *
 * The body is read once; the act gets what its schema says; what cannot be taken goes back as a {@link Refusal} with a
 * French message for each field and all that was typed. A screen with one form passes its one act. It works the same
 * with and without scripts, and no input makes it fail with a 500.
 */
export async function handleForm<One extends Taking, Refused = RefusedForm>(
  request: Request,
  act: One,
  options?: FormOptions<Refused>,
): Promise<Awaited<ReturnType<One>> | Refused>
export async function handleForm<Acts extends Readonly<Record<string, Taking>>, Refused = RefusedForm>(
  request: Request,
  acts: Acts,
  options?: FormOptions<Refused>,
): Promise<Awaited<ReturnType<Acts[keyof Acts]>> | Refused>
export async function handleForm(
  request: Request,
  acts: Taking | Readonly<Record<string, Taking>>,
  { refused = answered, ...limits }: FormOptions<unknown> = {},
): Promise<unknown> {
  const read = await readPosted(request, limits)
  if (!read.ok) {
    const { message, status, about } = read.error
    const field = about === "picture" ? "image" : "form"
    return refused({ errors: { [field]: message }, values: {}, lists: {} }, { status }, null)
  }
  const posted = read.value
  if (typeof acts === "function") return acts(posted)
  const asked = Object.hasOwn(acts, posted.intent) ? acts[posted.intent] : undefined
  return asked ? asked(posted) : refused(refusalOf(posted, { form: unknownAct }), { status: 422 }, posted)
}

/** Takes a posted form, and answers it. */
export type Act<Answer> = (posted: PostedForm) => Promise<Answer>

/** Any act, whatever it answers. */
type Taking = (posted: PostedForm) => unknown

/** How a screen answers what it cannot take: with the refusal, unless it says otherwise. */
type Refusing<Refused, Form = PostedForm> = (
  refusal: Refusal,
  init: { status: number },
  posted: Form,
) => Refused | Promise<Refused>

export type FormOptions<Refused = RefusedForm> = FormLimits & {
  /** For a body that is no form, or too long (400, 413), and for an act that the screen does not have (422). */
  refused?: Refusing<Refused, PostedForm | null>
}

/** What is logged in English when nobody expected it, and what the person reads in French (D20). */
export type Failure<Refused = RefusedForm, Value = never> = {
  log: string
  /** What else the log says: which booking, which person. */
  details?: (value: Value) => Readonly<Record<string, unknown>>
  failed: string
  /** For a form that its schema refuses (422) and for an act that broke (503). */
  refused?: Refusing<Refused>
}

/**
 * An act of a screen: the fields that it needs, what it does with them, and what is said when it breaks. A schema
 * ignores fields that it does not name; one that may come several times is a `list`.
 */
export function act<Schema extends z.ZodType, Answer, Refused = RefusedForm>(
  schema: Schema,
  run: (value: z.output<Schema>, form: CheckedForm) => Answer | Promise<Answer>,
  failure: Failure<Refused, z.output<Schema>>,
): Act<Answer | Refused>
export function act<Schema extends z.ZodType>(
  schema: Schema,
  run: (value: z.output<Schema>, form: CheckedForm) => unknown,
  { log: message, details, failed, refused = answered }: Failure<unknown, z.output<Schema>>,
): Act<unknown> {
  return async (posted) => {
    const form = checkForm(posted, schema)
    if (!form.ok) return refused(form.refusal, { status: 422 }, posted)
    try {
      return await run(form.value, form)
    } catch (error) {
      if (isThrownResponse(error)) throw error
      noteFailure(error)
      log.error(message, { error, ...details?.(form.value) })
      return refused(refusalOf(posted, { form: failed }), { status: 503 }, posted)
    }
  }
}

export type RefusedForm = ReturnType<typeof data<Refusal>>

type Answering = {
  /** 422 unless told otherwise. */
  status?: number
  headers?: Headers
  /** Instead of what was typed: the version that a form has seen by now. */
  values?: Readonly<Record<string, string>>
  lists?: Readonly<Record<string, readonly string[]>>
}

/** A form that its schema takes. */
export type CheckedForm = PostedForm & {
  /** For what only the verb could see: the same answer as for a field that is wrong. */
  refuse(errors: FormErrors, answering?: Answering): RefusedForm
  /** The same, with what the screen shows beside the messages. */
  refuseWith<Shown extends object>(
    shown: Shown,
    errors: FormErrors,
    answering?: Answering,
  ): ReturnType<typeof data<Refusal & Shown>>
}

type Checked<Value> = { ok: false; refusal: Refusal } | ({ ok: true; value: Value } & CheckedForm)

/** What a form says by its schema, or why it cannot be taken. */
export function checkForm<Schema extends z.ZodType>(posted: PostedForm, schema: Schema): Checked<z.output<Schema>> {
  const names = new Set(posted.fields.keys())
  const input = Object.fromEntries([...names].map((name) => [name, valueOf(posted.fields.getAll(name))]))
  const parsed = schema.safeParse(input, { error: frenchMessage })
  if (!parsed.success) return { ok: false, refusal: refusalOf(posted, errorsOf(parsed.error, posted.fields, schema)) }
  const refused = (errors: FormErrors, { values, lists }: Answering): Refusal => {
    const typed = refusalOf(posted, errors)
    return { errors, values: { ...typed.values, ...values }, lists: { ...typed.lists, ...lists } }
  }
  return {
    // A form that was checked by another schema before has a value already: this one is what was asked for.
    ...posted,
    ok: true,
    value: parsed.data,
    refuse: (errors, answering = {}) => data(refused(errors, answering), initOf(answering)),
    refuseWith: (shown, errors, answering = {}) => data({ ...refused(errors, answering), ...shown }, initOf(answering)),
  }
}

function initOf({ status = 422, headers }: Answering): ResponseInit {
  return { status, ...(headers ? { headers } : {}) }
}

function answered(refusal: Refusal, init: { status: number }): RefusedForm {
  return data(refusal, init)
}

/** One text; several; or, for characters that cannot be read, what no field takes. */
function valueOf(texts: readonly string[]): unknown {
  if (texts.some(isIllegible)) return { illegible: true }
  return texts.length === 1 ? texts[0] : texts
}

function isIllegible(text: string): boolean {
  return text.includes("\uFFFD")
}

/** All that was typed, with what is wrong with it. */
export function refusalOf({ fields }: PostedForm, errors: FormErrors): Refusal {
  const shown = [...new Set(fields.keys())].filter((name) => !isSecret(name))
  const lists = shown.filter((name) => fields.getAll(name).length > 1)
  return {
    errors,
    values: Object.fromEntries(shown.map((name) => [name, fields.get(name) ?? ""])),
    lists: Object.fromEntries(lists.map((name) => [name, fields.getAll(name)])),
  }
}

/** What must not travel back into a page. */
function isSecret(name: string): boolean {
  return /passw|passe|^actuel$|confirmation|secret|token/i.test(name)
}

/** The first message of each field, in the order of the schema, which is that of the form. */
function errorsOf({ issues }: z.ZodError, fields: URLSearchParams, schema: z.ZodType): FormErrors {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const name = issue.path.length > 0 ? String(issue.path[0]) : "form"
    errors[name] ??= unusable(fields.getAll(name), issue) ?? issue.message
  }
  // What is compared only once all fields are read, a password and its confirmation, comes last of the issues.
  const order = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.fromEntries(Object.entries(errors).toSorted(([one], [other]) => placeOf(one) - placeOf(other)))
}

/** A field that could not be taken whatever it means. */
function unusable(texts: readonly string[], { code, path }: z.core.$ZodIssue): string | null {
  if (texts.some(isIllegible)) return "Ce champ contient des caractères illisibles. Saisissez-le à nouveau."
  const isOne = path.length === 1 && ["invalid_type", "invalid_value", "invalid_union"].includes(code)
  return isOne && texts.length > 1 ? "Ce champ a été envoyé plusieurs fois. Rechargez la page, puis réessayez." : null
}

/** For what a schema gives no message of its own. */
const frenchMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type" && (issue.input === undefined || issue.input === "")) return "Ce champ est requis."
  if (issue.code === "too_small" && issue.origin === "string") {
    return Number(issue.minimum) <= 1 ? "Ce champ est requis." : `Saisissez au moins ${issue.minimum} caractères.`
  }
  if (issue.code === "too_big" && issue.origin === "string") return tooLong(Number(issue.maximum))
  if (issue.code === "too_small") return `Le minimum est ${issue.minimum}.`
  if (issue.code === "too_big") return `Le maximum est ${issue.maximum}.`
  return "Cette valeur n’est pas valable."
}
