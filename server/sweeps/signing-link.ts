import type { Day } from "../../domain/day.ts"
import { addDays, startOfDayInParis } from "../../domain/day.ts"
import { digestOf, newToken } from "../auth/secret-token.ts"
import type { Transaction } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { bookingLinks } from "../schema/contracts.ts"

/** One more link by which a booking's contract is read and signed: the secret of the first one is stored nowhere (D56). */
export async function signingLink(
  tx: Transaction,
  bookingId: string,
  { lastDay, at }: { lastDay: Day; at: Date },
): Promise<string> {
  const secret = newToken()
  await tx.insert(bookingLinks).values({
    bookingId,
    purpose: "sign",
    digest: digestOf(secret),
    madeAt: at,
    endsAt: startOfDayInParis(addDays(lastDay, 60)),
  })
  return `${environment.origin}/signer/${secret}`
}
