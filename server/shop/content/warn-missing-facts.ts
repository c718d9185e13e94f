import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { environment } from "../../platform/environment.server.ts"
import { readFinanceSettings } from "../settings/queries.ts"
import { log } from "../../platform/log.ts"
import { isLoopback } from "../../platform/loopback.ts"
import { readSiteConfig } from "./site.ts"

/** Legal notices are due only when others can reach the shop. */
export function isPubliclyReachable({
  isOriginConfigured,
  origin,
}: {
  isOriginConfigured: boolean
  origin: string
}): boolean {
  return isOriginConfigured && !isLoopback(new URL(origin).hostname)
}

export async function warnMissingFacts(): Promise<void> {
  if (!isPubliclyReachable(environment)) return
  const missing = missingFacts(await readSiteConfig(), await readFinanceSettings())
  if (missing.length === 0) return
  log.warn("The shop is open to the world without facts that the law wants on its pages (see /admin/aujourdhui)", {
    missing: missing.map(({ fact }) => fact),
  })
}
