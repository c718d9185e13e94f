import { sql } from "drizzle-orm"
import { profiles, secondFactors, signInSettings, users } from "../../platform/schema/accounts.ts"

/** Requires left joins of the confirmed second factor and the settings (D16, D17). */
export const mayUseBackOffice = sql<boolean>`(${profiles.role} = 'admin' and not ${users.passwordRenewalDue}
  and (${secondFactors.userId} is not null or ${signInSettings.administratorsNeedSecondFactor} is not true))`
