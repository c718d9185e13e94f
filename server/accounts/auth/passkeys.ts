import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { and, asc, eq } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { log } from "../../platform/log.ts"
import { passkeys } from "../../platform/schema/accounts.ts"
import { lockAccount } from "./mail-link.ts"
import { type OwnPasswordProblem, proveOwnPassword } from "./own-password.ts"
import { keepChallenge, relyingParty, takeChallenge } from "./passkey-challenge.ts"
import { type Visitor, actorOf } from "./visitor.ts"
import { notifyAccessAdded } from "./notify-access-added.ts"
import { webauthn } from "./webauthn.ts"

/** More devices than anybody signs in with. */
export const MAX_PASSKEYS = 20

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** The passkeys that open an account, the oldest first. */
export async function passkeysOf(userId: ProfileId): Promise<Passkey[]> {
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

/** The options as the browser takes them. Nothing is asked beyond the standard: no extensions. */
export type BegunPasskey = { options: Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">; headers: Headers }

/**
 * What the device is told to make a passkey of: one that it finds by itself at sign-in, and that asks for a finger, a
 * face or a code each time, so that it is two factors in one (decision 44). `shop`: under which name the device lists it.
 */
export async function beginPasskey(
  { user }: Visitor,
  password: string,
  shop: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<BegunPasskey, OwnPasswordProblem | { kind: "too-many" }>> {
  const known = await proveOwnPassword(user, password, at)
  if (!known.ok) return known
  const present = await passkeysOf(user.id)
  if (present.length >= MAX_PASSKEYS) return err({ kind: "too-many" })
  const { generateRegistrationOptions } = await webauthn()
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: shop,
    rpID: relyingParty(request).host,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: "none",
    excludeCredentials: present.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
  return ok({ options, headers: await keepChallenge(options.challenge, user.id, at) })
}

export type AddProblem =
  /** Nothing was asked of this browser, or too long ago, or it has answered already. */
  | { kind: "no-challenge" }
  /** Not what was asked for: another address, another question, nobody behind the device. */
  | { kind: "not-proved" }
  | { kind: "already-known" }
  | { kind: "too-many" }

/** Keeps the public half of what the device has made. From now on it opens the account by itself. */
export async function addPasskey(
  visitor: Visitor,
  { name, response }: { name: string; response: RegistrationResponseJSON },
  request: Request,
  at: Date = new Date(),
): Promise<Result<Passkey, AddProblem>> {
  const { user } = visitor
  const challenge = await takeChallenge(request, user.id, at)
  if (challenge === null) return err({ kind: "no-challenge" })
  const made = await madeBy(response, challenge, request)
  if (!made) return err({ kind: "not-proved" })
  return transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const present = await tx.$count(passkeys, eq(passkeys.userId, user.id))
    if (present >= MAX_PASSKEYS) return err({ kind: "too-many" })
    const [added] = await tx
      .insert(passkeys)
      .values({
        id: made.id,
        userId: user.id,
        publicKey: Buffer.from(made.publicKey).toString("base64url"),
        counter: made.counter,
        transports: made.transports ?? [],
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

async function madeBy(response: RegistrationResponseJSON, challenge: string, request: Request) {
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
    // The library throws for each thing that does not fit.
    log.warn("A passkey was refused", { error })
    return null
  }
}

/** Takes a passkey away: it opens nothing any more. Answers whether it was there. */
export async function removePasskey(visitor: Visitor, id: string, at: Date = new Date()): Promise<boolean> {
  const { user } = visitor
  return transaction(async (tx) => {
    const removed = await tx.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)))
    if (removed.rowCount === 0) return false
    await recordEvent(tx, { by: actorOf(visitor), action: "person.passkey-removed", subject: user.id, at })
    return true
  })
}
