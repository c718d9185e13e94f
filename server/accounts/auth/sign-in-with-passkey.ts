import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server"
import { and, eq, isNull } from "drizzle-orm"
import { type Result, err, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { passkeys, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { type SignedIn, enter } from "./enter.ts"
import { keepChallenge, relyingParty, takeChallenge } from "./passkey-challenge.ts"
import { policies, throttle } from "./throttle.ts"
import { webauthn } from "./webauthn.ts"

export type AskedPasskey = { options: Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">; headers: Headers }

/** What the device is to sign. It knows by itself for whom: nobody learns from us which accounts there are. */
export async function askForPasskey(
  request: Request,
  at: Date = new Date(),
): Promise<Result<AskedPasskey, { kind: "throttled"; retryAfterSeconds: number }>> {
  const admission = await throttle(addressGroup(clientAddress(request)), policies.passkeyAddress, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const { generateAuthenticationOptions } = await webauthn()
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty(request).host,
    userVerification: "required",
  })
  return ok({ options, headers: await keepChallenge(options.challenge, null, at) })
}

export type PasskeyProblem =
  | { kind: "no-challenge" }
  /** A passkey of nobody here, or one that was taken away. */
  | { kind: "unknown-passkey" }
  | { kind: "not-proved" }
  | { kind: "disabled" }

/**
 * Opens a session for who holds a passkey and has shown it to be theirs. It is a second factor by itself: no code is asked
 * for (decision 44). A device that counts and counts backwards is a copy, and refused.
 */
export async function signInWithPasskey(
  response: AuthenticationResponseJSON,
  request: Request,
  at: Date = new Date(),
): Promise<Result<SignedIn, PasskeyProblem>> {
  const challenge = await takeChallenge(request, null, at)
  if (challenge === null) return err({ kind: "no-challenge" })
  return transaction(async (tx) => {
    const [passkey] = await tx.select().from(passkeys).where(eq(passkeys.id, response.id)).for("update")
    if (!passkey) return refused("unknown-passkey", request)
    const counter = await counterOf(response, challenge, passkey, request)
    if (counter === null) return refused("not-proved", request)
    const [account] = await tx
      .select({ id: users.id, email: users.email, name: users.name })
      .from(users)
      .where(and(eq(users.id, passkey.userId), isNull(users.disabledAt)))
      .for("share")
    if (!account) return refused("disabled", request)
    await tx.update(passkeys).set({ counter, lastUsedAt: at }).where(eq(passkeys.id, passkey.id))
    return ok(await enter(tx, account, request, at))
  })
}

/** How often the device says it has signed, if what it signed is what was asked; null otherwise. */
async function counterOf(
  response: AuthenticationResponseJSON,
  challenge: string,
  passkey: typeof passkeys.$inferSelect,
  request: Request,
): Promise<number | null> {
  const { origin, host } = relyingParty(request)
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    log.warn("A passkey was refused", { error })
    return null
  }
}

function refused(kind: Exclude<PasskeyProblem["kind"], "no-challenge">, request: Request) {
  log.warn("sign-in refused", { reason: kind, address: addressGroup(clientAddress(request)) })
  return err({ kind })
}
