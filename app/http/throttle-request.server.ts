import { addressGroup, clientAddress } from "../../server/platform/request/client-address.ts"
import { policies, throttle } from "../../server/accounts/auth/throttle.ts"

export async function throttleRequest(
  request: Request,
  policy: "addressCompletion" | "deliveryQuote" | "datesCheck" | "datesHold",
  at: Date,
): Promise<{ status: 429; headers: Headers; retryAfterSeconds: number } | null> {
  const admission = await throttle(addressGroup(clientAddress(request)), policies[policy], at)
  if (admission.allowed) return null
  const { retryAfterSeconds } = admission
  return { status: 429, headers: new Headers({ "retry-after": String(retryAfterSeconds) }), retryAfterSeconds }
}
