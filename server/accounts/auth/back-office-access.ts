import { sql } from "drizzle-orm"
import type { BackOfficeRole } from "../../../domain/accounts/staff-roles.ts"
import { profiles, secondFactors, signInSettings, users } from "../../platform/schema/accounts.ts"

export const isStaff = sql<boolean>`(${profiles.role} = 'admin' or ${profiles.staffRole} is not null)`
const role = sql`coalesce(${profiles.staffRole}, ${profiles.role})`

/** Requires left joins of the confirmed second factor and the settings (D16, D17). */
export const mayUseBackOffice = (...roles: readonly BackOfficeRole[]) => sql<boolean>`(
  ${role} = any(${sql.param(roles)}::text[]) and not ${users.passwordRenewalDue}
  and (${secondFactors.userId} is not null or not ${role} = any(coalesce(${signInSettings.secondFactorRoles}, '{}'))))`
