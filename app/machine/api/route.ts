import { createHash } from "node:crypto"
import { z } from "zod"
import { log } from "../../../server/log.ts"
import { openApiKey } from "../../../server/api/open-key.ts"
import { RETRY_SECONDS } from "../../../server/plain-answer.ts"
import { isUnavailable } from "../../../server/unavailable.ts"
import { openApiDocument } from "./document.server.ts"
import { idInPath } from "./fields.ts"
import { ApiRefusal, type Operation, operations } from "./operations.server.ts"
import { type FieldProblem, type Language, languageOf, problemAnswer } from "./problem.ts"
import type { Route } from "./+types/route"

const DOCUMENT = "openapi.json"
const allow = { Allow: "GET, HEAD" }

/**
 * GET /api/v1/*: what the owner's other tools read, by a key (decision 63). No cookie is looked at. Whatever happens is
 * answered in JSON: a problem says in French or English what is wrong.
 */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const language = languageOf(request.headers.get("accept-language"))
  try {
    return await answer(request, params["*"], language, new Date())
  } catch (error) {
    if (error instanceof ApiRefusal) {
      if (error.pointer === null) return problemAnswer("not-found", language)
      return problemAnswer("invalid", language, {
        errors: [{ pointer: error.pointer, detail: error.detail[language] }],
      })
    }
    log.error("The API failed", { error })
    if (!isUnavailable(error)) return problemAnswer("failed", language)
    return problemAnswer("unavailable", language, { headers: { "Retry-After": String(RETRY_SECONDS) } })
  }
}

/** Nothing is written here. */
export function action({ request, params }: Route.ActionArgs): Response {
  const language = languageOf(request.headers.get("accept-language"))
  const isKnown = params["*"] === DOCUMENT || operationAt(params["*"]) !== null
  return isKnown
    ? problemAnswer("method-not-allowed", language, { headers: allow })
    : problemAnswer("not-found", language)
}

async function answer(request: Request, path: string, language: Language, at: Date): Promise<Response> {
  if (path === DOCUMENT) return known(request, openApiDocument())
  const found = operationAt(path)
  if (!found) return problemAnswer("not-found", language)
  const { operation, id } = found

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
  if (id !== null && !idInPath.safeParse(id).success) return problemAnswer("not-found", language)

  const asked = operation.query.safeParse(queryOf(new URL(request.url)), { error: localeErrors[language] })
  if (!asked.success) return problemAnswer("invalid", language, { errors: asked.error.issues.flatMap(fieldProblems) })
  const checkedId = idInPath.safeParse(id)
  return known(request, await operation.run({ id: checkedId.success ? checkedId.data : null, query: asked.data, at }))
}

const localeErrors = { fr: z.locales.fr().localeError, en: z.locales.en().localeError }

function fieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const names = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join("/")]
  return names.map((name) => ({
    pointer: `/query/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    detail: issue.message,
  }))
}

function operationAt(path: string): { operation: Operation; id: string | null } | null {
  const parts = `/${path}`.split("/")
  for (const operation of operations) {
    const wanted = operation.path.split("/")
    if (wanted.length !== parts.length) continue
    if (!wanted.every((part, index) => part === "{id}" || part === parts[index])) continue
    const place = wanted.indexOf("{id}")
    return { operation, id: place === -1 ? null : (parts[place] ?? null) }
  }
  return null
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
function known(request: Request, value: unknown): Response {
  const body = JSON.stringify(value)
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  const headers = { ETag: etag, "Cache-Control": "private, no-cache", Vary: "Authorization" }
  const has = request.headers
    .get("if-none-match")
    ?.split(",")
    .some((each) => each.trim() === etag)
  if (has) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } })
}
