import { randomUUID } from "node:crypto"
import { and, eq, isNull, lt, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { apiAnswers } from "../../platform/schema/api-keys.ts"

/**
 * A demand that a program may send twice without its being done twice, by the name that it gave it (Idempotency-Key).
 * The claim is committed before the act, and the answer with it, in its transaction: a process that dies in between has
 * done nothing, and the same demand may be claimed again once the first one cannot be running any more.
 */

export type Demand = { keyId: Id; name: string; requestDigest: string }
export type Claim = { keyId: Id; name: string; claim: Id }
export type KeptAnswer = { status: number; body: string }

export type Begun =
  | { kind: "begun"; claim: Claim }
  /** It was done: what was answered then. */
  | { kind: "answered"; answer: KeptAnswer }
  /** The name is that of something else. */
  | { kind: "another" }
  | { kind: "running" }

export const ANSWERS_KEPT_HOURS = 24
/** Longer than any request lasts: a statement is given up after 15 s, an idle transaction after 30. */
const RUNNING_SECONDS = 60

const before = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000)

/** Claims a demand that nobody has done or is doing. */
export async function beginAnswer({ keyId, name, requestDigest }: Demand, at: Date): Promise<Begun> {
  const claim = randomUUID()
  const begun = { requestDigest, claim, begunAt: at, status: null, body: null }
  const isAbandoned = and(
    isNull(apiAnswers.status),
    eq(apiAnswers.requestDigest, requestDigest),
    lt(apiAnswers.begunAt, before(at, RUNNING_SECONDS)),
  )
  const [claimed] = await db
    .insert(apiAnswers)
    .values({ keyId, name, ...begun })
    .onConflictDoUpdate({
      target: [apiAnswers.keyId, apiAnswers.name],
      set: begun,
      setWhere: sql`${lt(apiAnswers.begunAt, before(at, ANSWERS_KEPT_HOURS * 3600))} or ${isAbandoned}`,
    })
    .returning({ claim: apiAnswers.claim })
  if (claimed) return { kind: "begun", claim: { keyId, name, claim } }
  const [known] = await db
    .select()
    .from(apiAnswers)
    .where(and(eq(apiAnswers.keyId, keyId), eq(apiAnswers.name, name)))
  // Given up at this very moment, by a demand that was refused: it may be sent again.
  if (!known) return { kind: "running" }
  if (known.requestDigest !== requestDigest) return { kind: "another" }
  const { status, body } = known
  return status === null || body === null ? { kind: "running" } : { kind: "answered", answer: { status, body } }
}

/** Thrown in the transaction of an act that somebody else has claimed meanwhile: it is undone whole. */
export class ClaimLost extends Error {
  override name = "ClaimLost"
}

/** Keeps what is answered, in the transaction of what was done. Throws `ClaimLost`. */
export async function keepAnswer(executor: Executor, claim: Claim, { status, body }: KeptAnswer): Promise<void> {
  const { rowCount } = await executor.update(apiAnswers).set({ status, body }).where(isRunning(claim))
  if (rowCount !== 1) throw new ClaimLost()
}

/** Nothing was done: the same name may be sent again at once. What was committed all the same is kept. */
export async function giveUpAnswer(claim: Claim): Promise<void> {
  await db.delete(apiAnswers).where(isRunning(claim))
}

/** Removes answers that are replayed no more. Answers how many. */
export async function forgetAnswers(at: Date): Promise<number> {
  const { rowCount } = await db.delete(apiAnswers).where(lt(apiAnswers.begunAt, before(at, ANSWERS_KEPT_HOURS * 3600)))
  return rowCount ?? 0
}

function isRunning({ keyId, name, claim }: Claim) {
  return and(
    eq(apiAnswers.keyId, keyId),
    eq(apiAnswers.name, name),
    eq(apiAnswers.claim, claim),
    isNull(apiAnswers.status),
  )
}
