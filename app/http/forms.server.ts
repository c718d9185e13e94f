import { data } from "react-router"
import { z } from "zod"
import { log } from "../../server/platform/log.ts"
import { ForbiddenAct } from "../../server/platform/events/record.ts"
import { recordDiskFull } from "../../server/platform/unavailable.ts"
import { tooLong } from "./form-fields.ts"
import { type FormLimits, type PostedForm, readPostedForm, unknownAct } from "./posted-form.server.ts"
import type { FormErrors, Refusal } from "./refusal.ts"
import { isThrownResponse } from "./thrown.ts"

/** No input makes it answer 500. */
export async function handleForm<One extends AnyAct, Refused = RefusedForm>(
  request: Request,
  act: One,
  options?: FormOptions<Refused>,
): Promise<Awaited<ReturnType<One>> | Refused>
export async function handleForm<Acts extends Readonly<Record<string, AnyAct>>, Refused = RefusedForm>(
  request: Request,
  acts: Acts,
  options?: FormOptions<Refused>,
): Promise<Awaited<ReturnType<Acts[keyof Acts]>> | Refused>
export async function handleForm(
  request: Request,
  acts: AnyAct | Readonly<Record<string, AnyAct>>,
  { refused = defaultRefusal, ...limits }: FormOptions<unknown> = {},
): Promise<unknown> {
  const result = await readPostedForm(request, limits)
  if (!result.ok) {
    const { message, status, about } = result.error
    const field = about === "picture" ? "image" : "form"
    return refused({ errors: { [field]: message }, values: {}, lists: {} }, { status }, null)
  }
  const posted = result.value
  if (typeof acts === "function") return acts(posted)
  const selected = Object.hasOwn(acts, posted.intent) ? acts[posted.intent] : undefined
  return selected ? selected(posted) : refused(toRefusal(posted, { form: unknownAct }), { status: 422 }, posted)
}

export type Act<Answer> = (posted: PostedForm) => Promise<Answer>

type AnyAct = (posted: PostedForm) => unknown

type RefusalHandler<Refused, Form = PostedForm> = (
  refusal: Refusal,
  init: { status: number },
  posted: Form,
) => Refused | Promise<Refused>

export type FormOptions<Refused = RefusedForm> = FormLimits & {
  refused?: RefusalHandler<Refused, PostedForm | null>
}

/** `log` is English, `failed` French (D20). */
type Failure<Refused = RefusedForm, Value = never> = {
  log: string
  details?: (value: Value) => Readonly<Record<string, unknown>>
  failed: string
  refused?: RefusalHandler<Refused>
}

export function act<Schema extends z.ZodType, Answer, Refused = RefusedForm>(
  schema: Schema,
  run: (value: z.output<Schema>, form: CheckedForm) => Answer | Promise<Answer>,
  failure: Failure<Refused, z.output<Schema>>,
): Act<Answer | Refused>
export function act<Schema extends z.ZodType>(
  schema: Schema,
  run: (value: z.output<Schema>, form: CheckedForm) => unknown,
  { log: message, details, failed, refused = defaultRefusal }: Failure<unknown, z.output<Schema>>,
): Act<unknown> {
  return async (posted) => {
    const form = checkForm(posted, schema)
    if (!form.ok) return refused(form.refusal, { status: 422 }, posted)
    try {
      return await run(form.value, form)
    } catch (error) {
      if (isThrownResponse(error)) throw error
      if (error instanceof ForbiddenAct) return refused(toRefusal(posted, { form: forbidden }), { status: 403 }, posted)
      recordDiskFull(error)
      log.error(message, { error, ...details?.(form.value) })
      return refused(toRefusal(posted, { form: failed }), { status: 503 }, posted)
    }
  }
}

const forbidden = "Votre rôle ne le permet pas."

export type RefusedForm = ReturnType<typeof data<Refusal>>

type RefusalOptions = {
  status?: number
  headers?: Headers
  values?: Readonly<Record<string, string>>
  lists?: Readonly<Record<string, readonly string[]>>
}

export type CheckedForm = PostedForm & {
  refuse(errors: FormErrors, options?: RefusalOptions): RefusedForm
  refuseWith<Extra extends object>(
    extra: Extra,
    errors: FormErrors,
    options?: RefusalOptions,
  ): ReturnType<typeof data<Refusal & Extra>>
}

type Checked<Value> = { ok: false; refusal: Refusal } | ({ ok: true; value: Value } & CheckedForm)

export function checkForm<Schema extends z.ZodType>(posted: PostedForm, schema: Schema): Checked<z.output<Schema>> {
  const names = new Set(posted.fields.keys())
  const input = Object.fromEntries([...names].map((name) => [name, fieldValue(posted.fields.getAll(name))]))
  const parsed = schema.safeParse(input, { error: frenchMessage })
  if (!parsed.success)
    return { ok: false, refusal: toRefusal(posted, fieldErrors(parsed.error, posted.fields, schema)) }
  const mergeRefusal = (errors: FormErrors, { values, lists }: RefusalOptions): Refusal => {
    const typed = toRefusal(posted, errors)
    return { errors, values: { ...typed.values, ...values }, lists: { ...typed.lists, ...lists } }
  }
  return {
    ...posted,
    ok: true,
    value: parsed.data,
    refuse: (errors, options = {}) => data(mergeRefusal(errors, options), responseInit(options)),
    refuseWith: (extra, errors, options = {}) =>
      data({ ...mergeRefusal(errors, options), ...extra }, responseInit(options)),
  }
}

function responseInit({ status = 422, headers }: RefusalOptions): ResponseInit {
  return { status, ...(headers ? { headers } : {}) }
}

function defaultRefusal(refusal: Refusal, init: { status: number }): RefusedForm {
  return data(refusal, init)
}

/** Illegible characters become a value that no schema accepts. */
function fieldValue(texts: readonly string[]): unknown {
  if (texts.some(isIllegible)) return { illegible: true }
  return texts.length === 1 ? texts[0] : texts
}

function isIllegible(text: string): boolean {
  return text.includes("\uFFFD")
}

export function toRefusal({ fields }: PostedForm, errors: FormErrors): Refusal {
  const names = [...new Set(fields.keys())].filter((name) => !isSecret(name))
  const lists = names.filter((name) => fields.getAll(name).length > 1)
  return {
    errors,
    values: Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ""])),
    lists: Object.fromEntries(lists.map((name) => [name, fields.getAll(name)])),
  }
}

/** Never send these back into a page. */
function isSecret(name: string): boolean {
  return /passw|passe|^actuel$|confirmation|secret|token/i.test(name)
}

function fieldErrors({ issues }: z.ZodError, fields: URLSearchParams, schema: z.ZodType): FormErrors {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const name = issue.path.length > 0 ? String(issue.path[0]) : "form"
    errors[name] ??= unusableText(fields.getAll(name), issue) ?? issue.message
  }
  const order = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const position = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.fromEntries(Object.entries(errors).toSorted(([one], [other]) => position(one) - position(other)))
}

function unusableText(texts: readonly string[], { code, path }: z.core.$ZodIssue): string | null {
  if (texts.some(isIllegible)) return "Ce champ contient des caractères illisibles. Saisissez-le à nouveau."
  const isOne = path.length === 1 && ["invalid_type", "invalid_value", "invalid_union"].includes(code)
  return isOne && texts.length > 1 ? "Ce champ a été envoyé plusieurs fois. Rechargez la page, puis réessayez." : null
}

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
