import { sql } from "drizzle-orm"
import { profiles, secondFactors, signInSettings, users } from "../../platform/schema/accounts.ts"

/**
 * Whether somebody may be at work in the back office (D16, D17): an administrator whose password and second factor are
 * not due. The query has joined `profiles` and `users`, the confirmed second factor and the settings from the left.
 */
export const isAtWork = sql<boolean>`(${profiles.role} = 'admin' and not ${users.passwordRenewalDue}
  and (${secondFactors.userId} is not null or ${signInSettings.administratorsNeedSecondFactor} is not true))`
