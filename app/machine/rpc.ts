import type { z } from "zod"
import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import { log } from "../../server/platform/log.ts"
import { RETRY_SECONDS } from "../../server/web/plain-answer.ts"
import { isUnavailable } from "../../server/platform/unavailable.ts"
import { readBody } from "../http/body.ts"
import { throttleRequest } from "../http/throttle-request.server.ts"

const MAX_BYTES = 16 * 1024

/** The message is French. */
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
  /** The messages are French. */
  schema: Schema
  limit: "datesCheck" | "datesHold"
  at: Date
  run: (input: z.output<Schema>) => Promise<unknown>
}

/** Errors are `{ error }` in French: 400 without JSON, 422 for another shape, 503 while the database is away. */
export async function answerRpc<Schema extends z.ZodType>(
  request: Request,
  { name, schema, limit, at, run }: Procedure<Schema>,
): Promise<Response> {
  if (request.method !== "POST")
    return errorResponse(405, "Cette adresse ne reçoit que des demandes POST.", { headers: { allow: "POST" } })
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    return errorResponse(415, "Envoyez du JSON, avec l’en-tête Content-Type application/json.")
  }
  try {
    return await runProcedure(request, { schema, limit, at, run })
  } catch (error) {
    if (error instanceof RpcRefusal) return errorResponse(error.status, error.message, error)
    log.error(`The procedure ${name} failed`, { error })
    if (!isUnavailable(error)) return errorResponse(500, "Une erreur est survenue")
    return errorResponse(503, databaseAwayText, { headers: { "retry-after": String(RETRY_SECONDS) } })
  }
}

const databaseAwayText =
  "Le site ne peut pas répondre en ce moment. Rien n’a été enregistré\u00a0: réessayez dans quelques secondes."

async function runProcedure<Schema extends z.ZodType>(
  request: Request,
  { schema, limit, at, run }: Omit<Procedure<Schema>, "name">,
): Promise<Response> {
  const wait = await throttleRequest(request, limit, at)
  if (wait) return errorResponse(429, tooManyAttemptsText(wait.retryAfterSeconds), { headers: wait.headers })
  const body = await readBody(request, MAX_BYTES)
  if (!body.ok) return errorResponse(body.error.status, "Cette demande est trop longue ou n’a pas pu être lue.")
  const json = parseJson(new TextDecoder().decode(body.value))
  if (json === undefined) return errorResponse(400, "Cette demande n’est pas du JSON.")
  const result = schema.safeParse(json)
  if (!result.success) {
    const fields = result.error.issues.map(({ path, message }) => ({ field: path.join("."), message }))
    return errorResponse(422, "Cette demande n’a pas la forme attendue.", { details: { fields } })
  }
  return Response.json(await run(result.data), { headers: { "Cache-Control": "no-store" } })
}

function errorResponse(
  status: number,
  error: string,
  { headers, details }: { headers?: HeadersInit; details?: Record<string, unknown> } = {},
): Response {
  return Response.json({ error, ...details }, { status, ...(headers ? { headers } : {}) })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function onlyPost(): Response {
  return errorResponse(405, "Cette adresse ne reçoit que des demandes POST.", { headers: { allow: "POST" } })
}
