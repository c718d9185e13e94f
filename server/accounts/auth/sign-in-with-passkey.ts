import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server"
import { and, eq, isNull } from "drizzle-orm"
import { type Result, err, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { passkeys, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { type CompletedSignIn, completeSignIn } from "./complete-sign-in.ts"
import { storeChallenge, relyingParty, consumeChallenge } from "./passkey-challenge.ts"
import { policies, throttle } from "./throttle.ts"
import { webauthn } from "./webauthn.ts"

type PasskeyChallenge = { options: Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">; headers: Headers }

export async function createPasskeyChallenge(
  request: Request,
  at: Date = new Date(),
): Promise<Result<PasskeyChallenge, { kind: "throttled"; retryAfterSeconds: number }>> {
  const admission = await throttle(addressGroup(clientAddress(request)), policies.passkeyAddress, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const { generateAuthenticationOptions } = await webauthn()
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty(request).host,
    userVerification: "required",
  })
  return ok({ options, headers: await storeChallenge(options.challenge, null, at) })
}

type PasskeyProblem =
  | { kind: "no-challenge" }
  | { kind: "unknown-passkey" }
  | { kind: "not-proved" }
  | { kind: "disabled" }

/** A passkey is a second factor itself (decision 44). A counter running backwards reveals a copy. */
export async function signInWithPasskey(
  response: AuthenticationResponseJSON,
  request: Request,
  at: Date = new Date(),
): Promise<Result<CompletedSignIn, PasskeyProblem>> {
  const challenge = await consumeChallenge(request, null, at)
  if (challenge === null) return err({ kind: "no-challenge" })
  return transaction(async (tx) => {
    const [passkey] = await tx.select().from(passkeys).where(eq(passkeys.id, response.id)).for("update")
    if (!passkey) return refuse("unknown-passkey", request)
    const counter = await verifyAssertion(response, challenge, passkey, request)
    if (counter === null) return refuse("not-proved", request)
    const [account] = await tx
      .select({ id: users.id, email: users.email, name: users.name })
      .from(users)
      .where(and(eq(users.id, passkey.userId), isNull(users.disabledAt)))
      .for("share")
    if (!account) return refuse("disabled", request)
    await tx.update(passkeys).set({ counter, lastUsedAt: at }).where(eq(passkeys.id, passkey.id))
    return ok(await completeSignIn(tx, account, request, at))
  })
}

async function verifyAssertion(
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

function refuse(kind: Exclude<PasskeyProblem["kind"], "no-challenge">, request: Request) {
  log.warn("sign-in refused", { reason: kind, address: addressGroup(clientAddress(request)) })
  return err({ kind })
}
