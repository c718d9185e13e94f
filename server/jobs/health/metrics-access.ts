import { createHash, timingSafeEqual } from "node:crypto"
import { environment } from "../../platform/environment.server.ts"
import { isLoopback } from "../../platform/loopback.ts"

export function mayReadMetrics(request: Request, token = environment.metricsToken): boolean {
  if (token === null) {
    // A proxy on this machine connects from loopback too, so forwarded requests are refused.
    const isForwarded = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host"].some((name) =>
      request.headers.has(name),
    )
    return !isForwarded && isLoopback(request.headers.get("x-client-address") ?? "")
  }
  const bearer = request.headers.get("authorization")?.replace(/^Bearer /i, "") ?? ""
  return timingSafeEqual(digest(bearer), digest(token))
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
