import type { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { ApiScope } from "../../../domain/api/api-key.ts"
import type { Id } from "../../../domain/id.ts"
import type { Settlement } from "../../../domain/finance/cancellation-settlement.ts"
import type { Executor } from "../../../server/platform/database.server.ts"
import type { Language, ProblemKind } from "./problem.ts"

type Translations = Record<Language, string>

/** Thrown by operations for what schemas cannot check. `pointer`: the field at fault. */
export class ApiRefusal extends Error {
  readonly kind: ProblemKind
  readonly pointer: string | null
  readonly detail: Translations | null
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

export type OperationRequest<Query, Body> = {
  id: Id | null
  query: Query
  body: Body
  at: Date
  language: Language
  by: Staff
  /** The If-Match header: the state that the caller has seen. */
  ifMatch: string | null
  /** Stores the answer in the act's own transaction, for a replay. */
  storeResult(executor: Executor, answer: unknown): Promise<void>
}

export type Operation = {
  id: string
  method: "GET" | "POST"
  /** Below /api/v1; "{id}" is the only placeholder. */
  path: string
  scope: ApiScope
  summary: string
  query: z.ZodObject
  /** null for a GET. */
  body: z.ZodType | null
  answer: z.ZodType
  status: 200 | 201
  /** Its ETag names the state, which an act may require by If-Match. */
  isVersioned: boolean
  run(request: OperationRequest<Record<string, unknown>, unknown>): Promise<unknown>
}

type Definition<Query, Answer> = Pick<Operation, "id" | "path" | "scope" | "summary"> & {
  query: Query
  answer: Answer
  isVersioned?: boolean
}

export function defineQuery<Query extends z.ZodObject, Answer extends z.ZodType>(
  definition: Definition<Query, Answer> & {
    run(request: OperationRequest<z.output<Query>, null>): Promise<z.input<Answer>>
  },
): Operation {
  const { run, isVersioned = false, ...rest } = definition
  return {
    ...rest,
    method: "GET",
    body: null,
    status: 200,
    isVersioned,
    // The query was validated against this very schema.
    run: ({ query, ...request }) => run({ ...request, query: query as z.output<Query>, body: null }),
  }
}

export function defineAct<Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType>(
  definition: Definition<Query, Answer> & {
    body: Body
    status?: 200 | 201
    run(request: OperationRequest<z.output<Query>, z.output<Body>>): Promise<z.input<Answer>>
  },
): Operation {
  const { run, isVersioned = false, status = 200, ...rest } = definition
  return {
    ...rest,
    method: "POST",
    status,
    isVersioned,
    run: ({ query, body, ...request }) =>
      run({ ...request, query: query as z.output<Query>, body: body as z.output<Body> }),
  }
}
