import { readOwnerAddresses } from "../../shop/content/company.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type RightsKind, answerDeadline, rightsLabels } from "../../../domain/accounts/rights.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { policies, throttle } from "../auth/throttle.ts"
import { type Visitor, actorOf } from "../auth/visitor.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { rightsRequests } from "../../platform/schema/accounts.ts"

type RightsRequestInput = { kind: RightsKind; message: string }

export async function submitRightsRequest(
  visitor: Visitor,
  { kind, message }: RightsRequestInput,
  at: Date = new Date(),
): Promise<Result<{ number: number; dueOn: Day }, { kind: "throttled"; retryAfterSeconds: number }>> {
  const { user, profile } = visitor
  const admission = await throttle(user.id, policies.rightsRequest, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const receivedOn = dayInParis(at)
  const dueOn = answerDeadline(receivedOn)
  return transaction(async (tx) => {
    const [request] = await tx
      .insert(rightsRequests)
      .values({ profileId: profile.id, name: profile.name, email: user.email, kind, message, receivedOn, dueOn })
      .returning({ id: rightsRequests.id, number: rightsRequests.number })
    if (!request) throw new Error("The request was not stored")
    const { id, number } = request
    const data = { name: profile.name, number, right: rightsLabels[kind], message, dueOn }
    // A stranger may have typed the text: repeat none of it.
    const answer = user.emailVerified ? data : { ...data, name: "", message: "" }
    const to = [{ name: answer.name, address: user.email }]
    await orderMail(tx, { template: "rights-received", to, data: answer }, at)
    await orderMail(tx, { template: "rights-received-owner", to: await readOwnerAddresses(tx), data }, at)
    await recordEvent(tx, { by: actorOf(visitor), action: "rights.asked", subject: id, details: { dueOn }, at })
    return ok({ number, dueOn })
  })
}

type RequestToRecord = RightsRequestInput & { name: string; email: string; receivedOn: Day }

export async function recordRequest(
  actor: Staff,
  { name, email, kind, message, receivedOn }: RequestToRecord,
  at: Date = new Date(),
): Promise<Result<{ number: number; dueOn: Day }, { kind: "in-the-future" }>> {
  if (receivedOn > dayInParis(at)) return err({ kind: "in-the-future" })
  const dueOn = answerDeadline(receivedOn)
  return transaction(async (tx) => {
    const [request] = await tx
      .insert(rightsRequests)
      .values({ name, email, kind, message, receivedOn, dueOn })
      .returning({ id: rightsRequests.id, number: rightsRequests.number })
    if (!request) throw new Error("The request was not stored")
    await recordEvent(tx, { by: actor, action: "rights.recorded", subject: request.id, details: { dueOn }, at })
    return ok({ number: request.number, dueOn })
  })
}
