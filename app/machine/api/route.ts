import { createHash } from "node:crypto"
import { z } from "zod"
import { type Result, err, ok } from "../../../domain/result.ts"
import {
  ClaimLost,
  type IdempotentRequest,
  type StoredAnswer,
  claimRequest,
  releaseClaim,
  storeAnswer,
} from "../../../server/outside/api/idempotency.ts"
import { authenticateApiKey } from "../../../server/outside/api/authenticate-key.ts"
import { type Executor, db } from "../../../server/platform/database.server.ts"
import { log } from "../../../server/platform/log.ts"
import { RETRY_SECONDS } from "../../../server/web/plain-answer.ts"
import { isUnavailable } from "../../../server/platform/unavailable.ts"
import { readBody } from "../../http/body.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { bodyEtag, matchesEtag } from "./booking-answer.server.ts"
import { openApiDocument } from "./document.server.ts"
import { pathId } from "./fields.ts"
import { ApiRefusal, type Operation } from "./operation.ts"
import { operations } from "./operations.server.ts"
import {
  type FieldProblem,
  type Language,
  type ProblemKind,
  type ProblemParts,
  preferredLanguage,
  problemResponse,
  replayProblem,
  toProblem,
} from "./problem.ts"
import type { Route } from "./+types/route"

const DOCUMENT = "openapi.json"
const MAX_BYTES = 32 * 1024

/** GET and HEAD /api/v1/*: for the owner's tools, by API key (decision 63). */
export function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  return answerProgram(request, params["*"])
}

export function action({ request, params }: Route.ActionArgs): Promise<Response> {
  return answerProgram(request, params["*"])
}

/** Ignores cookies; every answer is JSON. */
async function answerProgram(request: Request, path: string): Promise<Response> {
  const language = preferredLanguage(request.headers.get("accept-language"))
  try {
    return await answer(request, path, language, new Date())
  } catch (error) {
    if (error instanceof ApiRefusal) return problemResponse(error.kind, language, problemParts(error, language))
    if (error instanceof ClaimLost) return problemResponse("still-running", language, retrySoon)
    log.error("The API failed", { error })
    if (!isUnavailable(error)) return problemResponse("failed", language)
    return problemResponse("unavailable", language, { headers: { "Retry-After": String(RETRY_SECONDS) } })
  }
}

const retrySoon = { headers: { "Retry-After": "1" } }

function problemParts({ pointer, detail, settlement }: ApiRefusal, language: Language): ProblemParts {
  return {
    ...(detail && pointer === null ? { detail: detail[language] } : {}),
    ...(detail && pointer !== null ? { errors: [{ pointer, detail: detail[language] }] } : {}),
    ...(settlement ? { settlement: { refund: settlement.refund, indemnity: settlement.indemnity } } : {}),
  }
}

async function answer(request: Request, path: string, language: Language, at: Date): Promise<Response> {
  const method = request.method === "HEAD" ? "GET" : request.method
  if (path === DOCUMENT)
    return method === "GET"
      ? respondCacheable(request, JSON.stringify(openApiDocument()), false)
      : notAllowed(["GET"], language)
  const { candidates, id } = findOperations(path)
  if (candidates.length === 0) return problemResponse("not-found", language)
  const operation = candidates.find((each) => each.method === method)
  if (!operation) {
    return notAllowed(
      candidates.map((each) => each.method),
      language,
    )
  }

  const secret = /^Bearer +(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1]
  const key = secret === undefined ? null : await authenticateApiKey(secret, at)
  if (key?.ok === false && key.error.kind === "throttled") {
    return problemResponse("too-many-requests", language, {
      headers: { "Retry-After": String(key.error.retryAfterSeconds) },
    })
  }
  if (!key?.ok) {
    const why = secret === undefined ? "" : ', error="invalid_token"'
    return problemResponse("no-key", language, { headers: { "WWW-Authenticate": `Bearer realm="guinguette"${why}` } })
  }
  if (!key.value.scopes.includes(operation.scope)) {
    return problemResponse("missing-scope", language, {
      headers: {
        "WWW-Authenticate": `Bearer realm="guinguette", error="insufficient_scope", scope="${operation.scope}"`,
      },
    })
  }
  if (!acceptsJson(request.headers.get("accept"))) return problemResponse("not-acceptable", language)
  const checkedId = pathId.safeParse(id)
  if (id !== null && !checkedId.success) return problemResponse("not-found", language)

  const query = validate(operation.query, readQuery(new URL(request.url)), "query", language)
  if (query instanceof Response) return query
  const input = {
    id: checkedId.success ? checkedId.data : null,
    query: query.value as Record<string, unknown>,
    at,
    language,
    by: key.value.holder,
    ifMatch: request.headers.get("if-match"),
  }
  if (operation.body === null) {
    const value = await operation.run({ ...input, body: null, storeResult: async () => undefined })
    return respondCacheable(request, JSON.stringify(value), operation.isVersioned)
  }

  const sent = await readJsonBody(request)
  if (!sent.ok) return problemResponse(sent.error, language)
  const body = validate(operation.body, sent.value.json, "body", language)
  if (body instanceof Response) return body
  const name = request.headers.get("idempotency-key")
  const run = (storeResult: StoreResult) => operation.run({ ...input, body: body.value, storeResult })
  if (name === null) return respondToAct(operation, JSON.stringify(await run(async () => undefined)))
  if (!/^[\x21-\x7e]{1,255}$/.test(name)) {
    const detail = localized.badKey[language]
    return problemResponse("invalid", language, { errors: [{ pointer: "/header/Idempotency-Key", detail }] })
  }
  const requestDigest = createHash("sha256").update(`${method}\n${path}\n`).update(sent.value.bytes).digest("hex")
  return runOnce(operation, { keyId: key.value.id, name, requestDigest }, { run, language, at })
}

type StoreResult = (executor: Executor, answer: unknown) => Promise<void>
type RunOptions = { run: (storeResult: StoreResult) => Promise<unknown>; language: Language; at: Date }

/**
 * Runs each Idempotency-Key once and repeats its answer for a day. Stores refusals too, but not stale or failed
 * requests.
 */
async function runOnce(
  operation: Operation,
  idempotentRequest: IdempotentRequest,
  { run, language, at }: RunOptions,
): Promise<Response> {
  const start = await claimRequest(idempotentRequest, at)
  if (start.kind === "another") return problemResponse("key-of-another", language)
  if (start.kind === "running") return problemResponse("still-running", language, retrySoon)
  if (start.kind === "answered") return replay(operation, start.answer)
  const { claim } = start
  let isStored = false
  const storeResult: StoreResult = async (executor, answer) => {
    await storeAnswer(executor, claim, { status: operation.status, body: JSON.stringify(answer) })
    isStored = true
  }
  try {
    const body = JSON.stringify(await run(storeResult))
    if (!isStored) await storeAnswer(db, claim, { status: operation.status, body })
    return respondToAct(operation, body)
  } catch (error) {
    if (error instanceof ApiRefusal && error.kind !== "stale") {
      const problem = toProblem(error.kind, language, problemParts(error, language))
      await storeAnswer(db, claim, { status: problem.status, body: JSON.stringify(problem) })
    } else await releaseClaim(claim)
    throw error
  }
}

function replay(operation: Operation, { status, body }: StoredAnswer): Response {
  const response = status < 400 ? respondToAct(operation, body) : replayProblem(body, status)
  response.headers.set("Idempotent-Replayed", "true")
  return response
}

function respondToAct({ status, isVersioned, path }: Operation, body: string): Response {
  const headers = new Headers({ "Content-Type": JSON_TYPE, "Cache-Control": "no-store", Vary: "Authorization" })
  if (isVersioned) headers.set("ETag", `"${bodyEtag(body)}"`)
  if (status === 201) headers.set("Location", canonicalUrl(`/api/v1${path}/${(JSON.parse(body) as { id: string }).id}`))
  return new Response(body, { status, headers })
}

const JSON_TYPE = "application/json; charset=utf-8"

function notAllowed(methods: readonly string[], language: Language): Response {
  const allow = methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ")
  return problemResponse("method-not-allowed", language, { headers: { Allow: allow } })
}

type JsonBody = { bytes: Buffer; json: unknown }

/** An empty body is an empty object. */
async function readJsonBody(request: Request): Promise<Result<JsonBody, ProblemKind>> {
  const bytes = await readBody(request, MAX_BYTES)
  if (!bytes.ok) return err(bytes.error.status === 413 ? "too-large" : "unreadable-request")
  const isJson = /^application\/json *(;|$)/i.test(request.headers.get("content-type") ?? "")
  if (bytes.value.length === 0 && !request.headers.has("content-type")) return ok({ bytes: bytes.value, json: {} })
  if (!isJson) return err("unsupported-media-type")
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.value)
    // Databases reject lone surrogates.
    const json: unknown = JSON.parse(text, (_, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    )
    return ok({ bytes: bytes.value, json })
  } catch {
    return err("unreadable-request")
  }
}

function validate(schema: z.ZodType, value: unknown, place: "query" | "body", language: Language) {
  const result = schema.safeParse(value, { error: localeErrors[language] })
  if (result.success) return { value: result.data }
  const errors = result.error.issues.flatMap((each) => fieldProblems(each, place))
  // A malformed day fails two checks: report the first only.
  const first = errors.filter(({ pointer }, index) => errors.findIndex((each) => each.pointer === pointer) === index)
  return problemResponse("invalid", language, { errors: first })
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

function findOperations(path: string): { candidates: Operation[]; id: string | null } {
  const parts = `/${path}`.split("/")
  const candidates = operations.filter((operation) => {
    const pattern = operation.path.split("/")
    return pattern.length === parts.length && pattern.every((part, index) => part === "{id}" || part === parts[index])
  })
  const place = candidates[0]?.path.split("/").indexOf("{id}") ?? -1
  return { candidates, id: place === -1 ? null : (parts[place] ?? null) }
}

/** A repeated name becomes a list, which no field accepts. */
function readQuery({ searchParams }: URL): Record<string, string | string[]> {
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

function respondCacheable(request: Request, body: string, isVersioned: boolean): Response {
  const etag = bodyEtag(body)
  const headers = {
    ETag: isVersioned ? `"${etag}"` : `W/"${etag}"`,
    "Cache-Control": "private, no-cache",
    Vary: "Authorization",
  }
  const ifNoneMatch = request.headers.get("if-none-match")
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, "Content-Type": JSON_TYPE } })
}
