import { eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type RightsOutcome, answerDeadline, extendedDeadline, rightsLabels } from "../../../domain/accounts/rights.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { rightsRequests, users } from "../../platform/schema/accounts.ts"
import type { RightsRequest } from "./queries.ts"

type AnswerRequestProblem = { kind: "gone" } | { kind: "answered"; at: Date }

export async function answerRequest(
  actor: Staff,
  id: Id,
  { answer, outcome }: { answer: string; outcome: RightsOutcome },
  at: Date = new Date(),
): Promise<Result<{ number: number; email: string }, AnswerRequestProblem>> {
  return withOpenRequest(id, async (tx, request) => {
    await tx.update(rightsRequests).set({ answer, outcome, answeredAt: at }).where(eq(rightsRequests.id, id))
    const { email, number, kind } = request
    const name = await salutationName(tx, request)
    const to = [{ name, address: email }]
    await orderMail(
      tx,
      { template: "rights-answered", to, data: { name, number, right: rightsLabels[kind], answer } },
      at,
    )
    await recordEvent(tx, { by: actor, action: "rights.answered", subject: id, details: { outcome }, at })
    return ok({ number, email })
  })
}

type ExtendRequestProblem =
  | AnswerRequestProblem
  /** Once, within the first month (GDPR, article 12). */
  | { kind: "extended-already" }
  | { kind: "too-late" }

export async function extendRequest(
  actor: Staff,
  id: Id,
  reason: string,
  at: Date = new Date(),
): Promise<Result<{ number: number; dueOn: Day }, ExtendRequestProblem>> {
  return withOpenRequest<{ number: number; dueOn: Day }, ExtendRequestProblem>(id, async (tx, request) => {
    const { email, number, kind, receivedOn, extendedAt } = request
    if (extendedAt) return err({ kind: "extended-already" })
    if (dayInParis(at) > answerDeadline(receivedOn)) return err({ kind: "too-late" })
    const dueOn = extendedDeadline(receivedOn)
    await tx
      .update(rightsRequests)
      .set({ dueOn, extendedAt: at, extensionReason: reason })
      .where(eq(rightsRequests.id, id))
    const name = await salutationName(tx, request)
    const to = [{ name, address: email }]
    const data = { name, number, right: rightsLabels[kind], reason, dueOn }
    await orderMail(tx, { template: "rights-extended", to, data }, at)
    await recordEvent(tx, { by: actor, action: "rights.extended", subject: id, details: { dueOn }, at })
    return ok({ number, dueOn })
  })
}

/** Empty for an unconfirmed address: a stranger may have typed the name. */
async function salutationName(
  tx: Transaction,
  { profileId, name }: Pick<RightsRequest, "profileId" | "name">,
): Promise<string> {
  if (profileId === null) return name
  const [user] = await tx.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, profileId))
  return user && !user.emailVerified ? "" : name
}

function withOpenRequest<Value, Problem>(
  id: Id,
  change: (tx: Transaction, request: RightsRequest) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | AnswerRequestProblem>> {
  return transaction(async (tx): Promise<Result<Value, Problem | AnswerRequestProblem>> => {
    const [request] = await tx.select().from(rightsRequests).where(eq(rightsRequests.id, id)).for("update")
    if (!request) return err({ kind: "gone" })
    if (request.answeredAt) return err({ kind: "answered", at: request.answeredAt })
    return change(tx, request)
  })
}
