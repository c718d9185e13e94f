import type { z } from "zod"
import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import { log } from "../../server/platform/log.ts"
import { RETRY_SECONDS } from "../../server/web/plain-answer.ts"
import { isUnavailable } from "../../server/platform/unavailable.ts"
import { bodyWithin } from "../http/body.ts"
import { throttledAnswer } from "../http/throttled-answer.server.ts"

const MAX_BYTES = 16 * 1024

/** What a procedure refuses with: a status and a French sentence. `details` go along under their names. */
export class RpcRefusal extends Error {
  readonly status: number
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = "RpcRefusal"
    this.status = status
    this.details = details
    this.headers = headers
  }
}

type Procedure<Schema extends z.ZodType> = {
  name: string
  /** What the JSON of the body must be. Its messages are French. */
  schema: Schema
  limit: "datesCheck" | "datesHold"
  at: Date
  run: (given: z.output<Schema>) => Promise<unknown>
}

/**
 * Answers POST /api/rpc/<name> in JSON: what `run` answers, or `{ error }` in French with 400 (no JSON), 405, 413, 415,
 * 422 (another shape), 429 (too often), whatever `run` refuses with, 503 while the database is away, or 500.
 */
export async function answerRpc<Schema extends z.ZodType>(
  request: Request,
  { name, schema, limit, at, run }: Procedure<Schema>,
): Promise<Response> {
  if (request.method !== "POST")
    return refused(405, "Cette adresse ne reçoit que des demandes POST.", { headers: { allow: "POST" } })
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    return refused(415, "Envoyez du JSON, avec l’en-tête Content-Type application/json.")
  }
  try {
    return await answerGiven(request, { schema, limit, at, run })
  } catch (error) {
    if (error instanceof RpcRefusal) return refused(error.status, error.message, error)
    log.error(`The procedure ${name} failed`, { error })
    if (!isUnavailable(error)) return refused(500, "Une erreur est survenue")
    return refused(503, databaseAway, { headers: { "retry-after": String(RETRY_SECONDS) } })
  }
}

const databaseAway =
  "Le site ne peut pas répondre en ce moment. Rien n’a été enregistré\u00a0: réessayez dans quelques secondes."

async function answerGiven<Schema extends z.ZodType>(
  request: Request,
  { schema, limit, at, run }: Omit<Procedure<Schema>, "name">,
): Promise<Response> {
  const wait = await throttledAnswer(request, limit, at)
  if (wait) return refused(429, tooManyAttemptsText(wait.retryAfterSeconds), { headers: wait.headers })
  const body = await bodyWithin(request, MAX_BYTES)
  if (!body.ok) return refused(body.error.status, "Cette demande est trop longue ou n’a pas pu être lue.")
  const json = parsed(new TextDecoder().decode(body.value))
  if (json === undefined) return refused(400, "Cette demande n’est pas du JSON.")
  const given = schema.safeParse(json)
  if (!given.success) {
    const fields = given.error.issues.map(({ path, message }) => ({ field: path.join("."), message }))
    return refused(422, "Cette demande n’a pas la forme attendue.", { details: { fields } })
  }
  return Response.json(await run(given.data), { headers: { "Cache-Control": "no-store" } })
}

function refused(
  status: number,
  error: string,
  { headers, details }: { headers?: HeadersInit; details?: Record<string, unknown> } = {},
): Response {
  return Response.json({ error, ...details }, { status, ...(headers ? { headers } : {}) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** For a GET of a procedure's address. */
export function onlyPost(): Response {
  return refused(405, "Cette adresse ne reçoit que des demandes POST.", { headers: { allow: "POST" } })
}
