import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { environment } from "../../platform/environment.server.ts"
import { readFinanceSettings } from "../settings/queries.ts"
import { log } from "../../platform/log.ts"
import { isLoopback } from "../../platform/loopback.ts"
import { readSiteConfig } from "./site.ts"

/**
 * Whether others reach this shop: it has a public address. Before that, nobody is owed what the law wants of a shop that
 * is open.
 */
export function isOpenToTheWorld({ originGiven, origin }: { originGiven: boolean; origin: string }): boolean {
  return originGiven && !isLoopback(new URL(origin).hostname)
}

/** A shop that opens to the world without what the law wants on its pages says so, each time it starts. */
export async function warnMissingFacts(): Promise<void> {
  if (!isOpenToTheWorld(environment)) return
  const missing = missingFacts(await readSiteConfig(), await readFinanceSettings())
  if (missing.length === 0) return
  log.warn("The shop is open to the world without facts that the law wants on its pages (see /admin/aujourdhui)", {
    missing: missing.map(({ fact }) => fact),
  })
}
