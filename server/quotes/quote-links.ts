import { href } from "react-router"
import type { QuoteId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { environment } from "../platform/environment.server.ts"
import { quoteLinks } from "../platform/schema/quotes.ts"
import { digestOf, newToken } from "../platform/secrets/secret-token.ts"

/** An ended quote can still be read, and a change be asked for. */
const LINK_DAYS_AFTER_END = 60

/** Returns the address once; only the secret's digest is stored (D56). */
export async function createAcceptUrl(
  tx: Transaction,
  { quoteId, validUntil, at }: { quoteId: QuoteId; validUntil: Date; at: Date },
): Promise<string> {
  const secret = newToken()
  const endsAt = new Date(validUntil.getTime() + LINK_DAYS_AFTER_END * 86_400_000)
  await tx.insert(quoteLinks).values({ quoteId, purpose: "accept", digest: digestOf(secret), madeAt: at, endsAt })
  return environment.origin + href("/devis/:secret", { secret })
}
