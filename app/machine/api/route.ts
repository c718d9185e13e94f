import { createHash } from "node:crypto"
import { z } from "zod"
import { type Result, err, ok } from "../../../domain/result.ts"
import {
  ClaimLost,
  type Demand,
  type KeptAnswer,
  beginAnswer,
  giveUpAnswer,
  keepAnswer,
} from "../../../server/outside/api/answers.ts"
import { openApiKey } from "../../../server/outside/api/open-key.ts"
import { type Executor, db } from "../../../server/platform/database.server.ts"
import { log } from "../../../server/platform/log.ts"
import { RETRY_SECONDS } from "../../../server/web/plain-answer.ts"
import { isUnavailable } from "../../../server/platform/unavailable.ts"
import { bodyWithin } from "../../http/body.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { etagOf, matchesEtag } from "./acts.server.ts"
import { openApiDocument } from "./document.server.ts"
import { idInPath } from "./fields.ts"
import { ApiRefusal, type Operation } from "./operation.ts"
import { operations } from "./operations.server.ts"
import {
  type FieldProblem,
  type Language,
  type ProblemKind,
  type ProblemParts,
  languageOf,
  problemAnswer,
  replayedProblem,
  problemOf,
} from "./problem.ts"
import type { Route } from "./+types/route"

const DOCUMENT = "openapi.json"
const MAX_BYTES = 32 * 1024

/** GET and HEAD /api/v1/*: what the owner's other tools read, by a key (decision 63). */
export function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  return answerProgram(request, params["*"])
}

/** POST /api/v1/*: what they do, in the name of who made the key. */
export function action({ request, params }: Route.ActionArgs): Promise<Response> {
  return answerProgram(request, params["*"])
}

/** No cookie is looked at. Whatever happens is answered in JSON: a problem says in French or English what is wrong. */
async function answerProgram(request: Request, path: string): Promise<Response> {
  const language = languageOf(request.headers.get("accept-language"))
  try {
    return await answer(request, path, language, new Date())
  } catch (error) {
    if (error instanceof ApiRefusal) return problemAnswer(error.kind, language, partsOf(error, language))
    if (error instanceof ClaimLost) return problemAnswer("still-running", language, soon)
    log.error("The API failed", { error })
    if (!isUnavailable(error)) return problemAnswer("failed", language)
    return problemAnswer("unavailable", language, { headers: { "Retry-After": String(RETRY_SECONDS) } })
  }
}

const soon = { headers: { "Retry-After": "1" } }

function partsOf({ pointer, detail, settlement }: ApiRefusal, language: Language): ProblemParts {
  return {
    ...(detail && pointer === null ? { detail: detail[language] } : {}),
    ...(detail && pointer !== null ? { errors: [{ pointer, detail: detail[language] }] } : {}),
    ...(settlement ? { settlement: { refund: settlement.refund, indemnity: settlement.indemnity } } : {}),
  }
}

async function answer(request: Request, path: string, language: Language, at: Date): Promise<Response> {
  const method = request.method === "HEAD" ? "GET" : request.method
  if (path === DOCUMENT)
    return method === "GET" ? known(request, JSON.stringify(openApiDocument()), false) : notAllowed(["GET"], language)
  const { there, id } = operationsAt(path)
  if (there.length === 0) return problemAnswer("not-found", language)
  const operation = there.find((each) => each.method === method)
  if (!operation) {
    return notAllowed(
      there.map((each) => each.method),
      language,
    )
  }

  const secret = /^Bearer +(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1]
  const key = secret === undefined ? null : await openApiKey(secret, at)
  if (key?.ok === false && key.error.kind === "throttled") {
    return problemAnswer("too-many-requests", language, {
      headers: { "Retry-After": String(key.error.retryAfterSeconds) },
    })
  }
  if (!key?.ok) {
    const why = secret === undefined ? "" : ', error="invalid_token"'
    return problemAnswer("no-key", language, { headers: { "WWW-Authenticate": `Bearer realm="guinguette"${why}` } })
  }
  if (!key.value.scopes.includes(operation.scope)) {
    return problemAnswer("missing-scope", language, {
      headers: {
        "WWW-Authenticate": `Bearer realm="guinguette", error="insufficient_scope", scope="${operation.scope}"`,
      },
    })
  }
  if (!acceptsJson(request.headers.get("accept"))) return problemAnswer("not-acceptable", language)
  const checkedId = idInPath.safeParse(id)
  if (id !== null && !checkedId.success) return problemAnswer("not-found", language)

  const query = checked(operation.query, queryOf(new URL(request.url)), "query", language)
  if (query instanceof Response) return query
  const asked = {
    id: checkedId.success ? checkedId.data : null,
    query: query.value as Record<string, unknown>,
    at,
    language,
    by: key.value.holder,
    ifMatch: request.headers.get("if-match"),
  }
  if (operation.body === null) {
    const value = await operation.run({ ...asked, body: null, keep: async () => undefined })
    return known(request, JSON.stringify(value), operation.isVersioned)
  }

  const sent = await bodyOf(request)
  if (!sent.ok) return problemAnswer(sent.error, language)
  const body = checked(operation.body, sent.value.json, "body", language)
  if (body instanceof Response) return body
  const name = request.headers.get("idempotency-key")
  const run = (keep: Keep) => operation.run({ ...asked, body: body.value, keep })
  if (name === null) return written(operation, JSON.stringify(await run(async () => undefined)))
  if (!/^[\x21-\x7e]{1,255}$/.test(name)) {
    const detail = localized.badKey[language]
    return problemAnswer("invalid", language, { errors: [{ pointer: "/header/Idempotency-Key", detail }] })
  }
  const requestDigest = createHash("sha256").update(`${method}\n${path}\n`).update(sent.value.bytes).digest("hex")
  return doneOnce(operation, { keyId: key.value.id, name, requestDigest }, { run, language, at })
}

type Keep = (executor: Executor, answer: unknown) => Promise<void>
type Once = { run: (keep: Keep) => Promise<unknown>; language: Language; at: Date }

/**
 * The same demand twice is done once and answered alike, for a day: its answer is kept in the transaction of what it did.
 * What a rule refused is kept too; what was stale or went wrong is not, and the same name may be sent again.
 */
async function doneOnce(operation: Operation, demand: Demand, { run, language, at }: Once): Promise<Response> {
  const begun = await beginAnswer(demand, at)
  if (begun.kind === "another") return problemAnswer("key-of-another", language)
  if (begun.kind === "running") return problemAnswer("still-running", language, soon)
  if (begun.kind === "answered") return replayed(operation, begun.answer)
  const { claim } = begun
  let isKept = false
  const keep: Keep = async (executor, answer) => {
    await keepAnswer(executor, claim, { status: operation.status, body: JSON.stringify(answer) })
    isKept = true
  }
  try {
    const body = JSON.stringify(await run(keep))
    if (!isKept) await keepAnswer(db, claim, { status: operation.status, body })
    return written(operation, body)
  } catch (error) {
    if (error instanceof ApiRefusal && error.kind !== "stale") {
      const problem = problemOf(error.kind, language, partsOf(error, language))
      await keepAnswer(db, claim, { status: problem.status, body: JSON.stringify(problem) })
    } else await giveUpAnswer(claim)
    throw error
  }
}

function replayed(operation: Operation, { status, body }: KeptAnswer): Response {
  const again = status < 400 ? written(operation, body) : replayedProblem(body, status)
  again.headers.set("Idempotent-Replayed", "true")
  return again
}

/** What was done, with where it is now. */
function written({ status, isVersioned, path }: Operation, body: string): Response {
  const headers = new Headers({ "Content-Type": JSON_TYPE, "Cache-Control": "no-store", Vary: "Authorization" })
  if (isVersioned) headers.set("ETag", `"${etagOf(body)}"`)
  if (status === 201) headers.set("Location", canonicalUrl(`/api/v1${path}/${(JSON.parse(body) as { id: string }).id}`))
  return new Response(body, { status, headers })
}

const JSON_TYPE = "application/json; charset=utf-8"

function notAllowed(methods: readonly string[], language: Language): Response {
  const allow = methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ")
  return problemAnswer("method-not-allowed", language, { headers: { Allow: allow } })
}

type Sent = { bytes: Buffer; json: unknown }

/** What was sent, as JSON; nothing at all is an object without fields. */
async function bodyOf(request: Request): Promise<Result<Sent, ProblemKind>> {
  const bytes = await bodyWithin(request, MAX_BYTES)
  if (!bytes.ok) return err(bytes.error.status === 413 ? "too-large" : "unreadable-request")
  const isJson = /^application\/json *(;|$)/i.test(request.headers.get("content-type") ?? "")
  if (bytes.value.length === 0 && !request.headers.has("content-type")) return ok({ bytes: bytes.value, json: {} })
  if (!isJson) return err("unsupported-media-type")
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.value)
    // Half of a pair of code units is no text that a database takes.
    const json: unknown = JSON.parse(text, (_, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    )
    return ok({ bytes: bytes.value, json })
  } catch {
    return err("unreadable-request")
  }
}

function checked(schema: z.ZodType, given: unknown, place: "query" | "body", language: Language) {
  const read = schema.safeParse(given, { error: localeErrors[language] })
  if (read.success) return { value: read.data }
  const errors = read.error.issues.flatMap((each) => fieldProblems(each, place))
  // What has not the form of a day is no day either: the first reason says it.
  const first = errors.filter(({ pointer }, index) => errors.findIndex((each) => each.pointer === pointer) === index)
  return problemAnswer("invalid", language, { errors: first })
}

const localized = {
  badKey: {
    fr: "De 1 à 255 caractères visibles de l’ASCII.",
    en: "From 1 to 255 visible ASCII characters.",
  },
}

const localeErrors = { fr: z.locales.fr().localeError, en: z.locales.en().localeError }

function fieldProblems(issue: z.core.$ZodIssue, place: "query" | "body"): FieldProblem[] {
  const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
  return paths.map((path) => ({
    pointer: ["", place, ...path.map((each) => String(each).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/"),
    detail: issue.message,
  }))
}

/** What can be asked at an address, and the id in it. */
function operationsAt(path: string): { there: Operation[]; id: string | null } {
  const parts = `/${path}`.split("/")
  const there = operations.filter((operation) => {
    const wanted = operation.path.split("/")
    return wanted.length === parts.length && wanted.every((part, index) => part === "{id}" || part === parts[index])
  })
  const place = there[0]?.path.split("/").indexOf("{id}") ?? -1
  return { there, id: place === -1 ? null : (parts[place] ?? null) }
}

/** A name given twice is a list, which no field takes. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? "") : values]
    }),
  )
}

function acceptsJson(accepted: string | null): boolean {
  if (accepted === null || accepted.trim() === "") return true
  return accepted.split(",").some((part) => {
    const [range = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase())
    const isRefused = parameters.some((each) => /^q=0(\.0*)?$/.test(each))
    return !isRefused && ["*/*", "application/*", "application/json"].includes(range)
  })
}

/** The answer, or 304 to who has it already. */
function known(request: Request, body: string, isVersioned: boolean): Response {
  const etag = etagOf(body)
  const headers = {
    ETag: isVersioned ? `"${etag}"` : `W/"${etag}"`,
    "Cache-Control": "private, no-cache",
    Vary: "Authorization",
  }
  const seen = request.headers.get("if-none-match")
  if (seen !== null && matchesEtag(seen, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, "Content-Type": JSON_TYPE } })
}
