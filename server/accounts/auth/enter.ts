import type { ProfileId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { rememberDevice, withCookies } from "./known-device.ts"
import { endSession, openSession } from "./sessions.ts"

export type Account = { id: ProfileId; email: string; name: string }
/** `headers` holds the cookies of the new session and of the browser: the answer to the browser must carry it. */
export type SignedIn = { account: Account; headers: Headers }

/** For anyone who has shown all that their account asks for. The session that the browser had is ended. */
export async function enter(tx: Transaction, account: Account, request: Request, at: Date): Promise<SignedIn> {
  await endSession(request, tx)
  const headers = withCookies(await openSession(tx, account.id, request, at), await rememberDevice(request, account.id))
  await noteSignIn(tx, account, at)
  log.info("signed in", { userId: account.id, address: addressGroup(clientAddress(request)) })
  return { account, headers }
}

/** Also makes the profile again when it is missing (specification, section 4). */
async function noteSignIn(tx: Transaction, { id, email, name }: Account, at: Date): Promise<void> {
  await tx
    .insert(profiles)
    .values({ id, email, name, lastSignInAt: at })
    .onConflictDoUpdate({ target: profiles.id, set: { lastSignInAt: at } })
}
