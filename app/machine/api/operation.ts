import type { z } from "zod"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { ApiScope } from "../../../domain/api/api-key.ts"
import type { Id } from "../../../domain/id.ts"
import type { Settlement } from "../../../domain/finance/cancellation-settlement.ts"
import type { Executor } from "../../../server/platform/database.server.ts"
import type { Language, ProblemKind } from "./problem.ts"

type Said = Record<Language, string>

/**
 * Thrown by an operation: there is no such thing, or what only the database or a rule can refuse. `pointer`: the field
 * in cause. Without a sentence of its own, the problem's.
 */
export class ApiRefusal extends Error {
  readonly kind: ProblemKind
  readonly pointer: string | null
  readonly detail: Said | null
  /** What a cancellation comes to, where it was not what was expected. */
  readonly settlement: Pick<Settlement, "refund" | "indemnity"> | null
  constructor(
    kind: ProblemKind,
    {
      pointer = null,
      detail = null,
      settlement = null,
    }: Partial<Pick<ApiRefusal, "pointer" | "detail" | "settlement">> = {},
  ) {
    super(kind)
    this.name = "ApiRefusal"
    this.kind = kind
    this.pointer = pointer
    this.detail = detail
    this.settlement = settlement
  }
}

export function refuseUnknown(): never {
  throw new ApiRefusal("not-found")
}

/** `pointer`: "/query/limit", "/body/days/0". */
export function refuseField(pointer: string, fr: string, en: string): never {
  throw new ApiRefusal("invalid", { pointer, detail: { fr, en } })
}

export function refuseCursor(): never {
  return refuseField("/query/cursor", "Ce curseur n’est pas l’un des nôtres.", "This cursor is not one of ours.")
}

export type Asked<Query, Body> = {
  id: Id | null
  query: Query
  body: Body
  at: Date
  language: Language
  /** Who made the key, acting by it. */
  by: Administrator
  /** The If-Match header: which state of the thing the caller has seen. */
  ifMatch: string | null
  /** Keeps what will be answered with what is done, in its transaction; what is answered is then this. */
  keep(executor: Executor, answer: unknown): Promise<void>
}

/** One operation of the API: where it is, who may ask, what it takes and what it answers. */
export type Operation = {
  id: string
  method: "GET" | "POST"
  /** Below /api/v1; "{id}" is the only thing that varies. */
  path: string
  scope: ApiScope
  summary: string
  query: z.ZodObject
  /** What is sent; null for a GET. */
  body: z.ZodType | null
  answer: z.ZodType
  /** Of an answer. */
  status: 200 | 201
  /** One booking: its ETag is that of its state, which an act may ask for by If-Match. */
  isVersioned: boolean
  run(asked: Asked<Record<string, unknown>, unknown>): Promise<unknown>
}

type Given<Query, Answer> = Pick<Operation, "id" | "path" | "scope" | "summary"> & {
  query: Query
  answer: Answer
  isVersioned?: boolean
}

/** One that reads. */
export function reading<Query extends z.ZodObject, Answer extends z.ZodType>(
  given: Given<Query, Answer> & { run(asked: Asked<z.output<Query>, null>): Promise<z.input<Answer>> },
): Operation {
  const { run, isVersioned = false, ...rest } = given
  return {
    ...rest,
    method: "GET",
    body: null,
    status: 200,
    isVersioned,
    // The query was checked against this very schema.
    run: ({ query, ...asked }) => run({ ...asked, query: query as z.output<Query>, body: null }),
  }
}

/** One that is sent something. */
export function sending<Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType>(
  given: Given<Query, Answer> & {
    body: Body
    status?: 200 | 201
    run(asked: Asked<z.output<Query>, z.output<Body>>): Promise<z.input<Answer>>
  },
): Operation {
  const { run, isVersioned = false, status = 200, ...rest } = given
  return {
    ...rest,
    method: "POST",
    status,
    isVersioned,
    run: ({ query, body, ...asked }) =>
      run({ ...asked, query: query as z.output<Query>, body: body as z.output<Body> }),
  }
}
