import { and, eq, isNull } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import type { Profile } from "./profiles.ts"

/** null for erased customers too (D31). */
export async function lockCustomerFile(tx: Transaction, id: ProfileId): Promise<Profile | null> {
  const [file] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.erasedAt)))
    .for("update")
  return file ?? null
}
