import type { ProfileId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { rememberDevice, appendCookies } from "./remembered-device.ts"
import { endSession, openSession } from "./sessions.ts"

export type Account = { id: ProfileId; email: string; name: string }
/** The response must carry `headers`. */
export type CompletedSignIn = { account: Account; headers: Headers }

export async function completeSignIn(
  tx: Transaction,
  account: Account,
  request: Request,
  at: Date,
): Promise<CompletedSignIn> {
  await endSession(request, tx)
  const headers = appendCookies(
    await openSession(tx, account.id, request, at),
    await rememberDevice(request, account.id),
  )
  await recordSignIn(tx, account, at)
  log.info("signed in", { userId: account.id, address: addressGroup(clientAddress(request)) })
  return { account, headers }
}

async function recordSignIn(tx: Transaction, { id, email, name }: Account, at: Date): Promise<void> {
  await tx
    .insert(profiles)
    .values({ id, email, name, lastSignInAt: at })
    .onConflictDoUpdate({ target: profiles.id, set: { lastSignInAt: at } })
}
