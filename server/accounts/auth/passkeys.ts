import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { and, asc, eq } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { log } from "../../platform/log.ts"
import { passkeys } from "../../platform/schema/accounts.ts"
import { lockAccount } from "./mail-link.ts"
import { type OwnPasswordProblem, verifyOwnPassword } from "./own-password.ts"
import { storeChallenge, relyingParty, consumeChallenge } from "./passkey-challenge.ts"
import { type Visitor, actorOf } from "./visitor.ts"
import { notifyAccessAdded } from "./notify-access-added.ts"
import { webauthn } from "./webauthn.ts"

export const MAX_PASSKEYS = 20

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

export async function listPasskeys(userId: ProfileId): Promise<Passkey[]> {
  const { id, name, createdAt, lastUsedAt } = passkeys
  return db
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id))
}

export async function countPasskeys(userId: ProfileId): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId))
}

type PasskeyRegistration = {
  options: Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">
  headers: Headers
}

/** Discoverable with user verification, so it counts as two factors (decision 44). */
export async function startPasskeyRegistration({
  visitor: { user },
  password,
  shopName,
  request,
  at = new Date(),
}: {
  visitor: Visitor
  password: string
  shopName: string
  request: Request
  at?: Date
}): Promise<Result<PasskeyRegistration, OwnPasswordProblem | { kind: "too-many" }>> {
  const verified = await verifyOwnPassword(user, password, at)
  if (!verified.ok) return verified
  const existing = await listPasskeys(user.id)
  if (existing.length >= MAX_PASSKEYS) return err({ kind: "too-many" })
  const { generateRegistrationOptions } = await webauthn()
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: shopName,
    rpID: relyingParty(request).host,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: "none",
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
  return ok({ options, headers: await storeChallenge(options.challenge, user.id, at) })
}

type AddPasskeyProblem =
  | { kind: "no-challenge" }
  | { kind: "not-proved" }
  | { kind: "already-known" }
  | { kind: "too-many" }

export async function addPasskey(
  visitor: Visitor,
  { name, response }: { name: string; response: RegistrationResponseJSON },
  request: Request,
  at: Date = new Date(),
): Promise<Result<Passkey, AddPasskeyProblem>> {
  const { user } = visitor
  const challenge = await consumeChallenge(request, user.id, at)
  if (challenge === null) return err({ kind: "no-challenge" })
  const credential = await verifyRegistration(response, challenge, request)
  if (!credential) return err({ kind: "not-proved" })
  return transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const existingCount = await tx.$count(passkeys, eq(passkeys.userId, user.id))
    if (existingCount >= MAX_PASSKEYS) return err({ kind: "too-many" })
    const [added] = await tx
      .insert(passkeys)
      .values({
        id: credential.id,
        userId: user.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning()
    if (!added) return err({ kind: "already-known" })
    await recordEvent(tx, { by: actorOf(visitor), action: "person.passkey-added", subject: user.id, at })
    await notifyAccessAdded(tx, user.id, { access: "passkey", called: name }, at)
    return ok(added)
  })
}

async function verifyRegistration(response: RegistrationResponseJSON, challenge: string, request: Request) {
  const { origin, host } = relyingParty(request)
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    })
    return verified ? registrationInfo.credential : null
  } catch (error) {
    log.warn("A passkey was refused", { error })
    return null
  }
}

export async function removePasskey(visitor: Visitor, id: string, at: Date = new Date()): Promise<boolean> {
  const { user } = visitor
  return transaction(async (tx) => {
    const removed = await tx.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)))
    if (removed.rowCount === 0) return false
    await recordEvent(tx, { by: actorOf(visitor), action: "person.passkey-removed", subject: user.id, at })
    return true
  })
}
