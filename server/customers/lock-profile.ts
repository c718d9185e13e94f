import { sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Transaction } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"

const locking = preparedSql(
  "lock_profile",
  (given) => sql`select 1 from profiles where id = ${given("id")} for no key update`,
)

const lockingAsRead = preparedSql(
  "lock_profile_as_read",
  (given) => sql`
    with locked as materialized (
      select xmin::text as version from profiles where id = ${given("id")} for no key update)
    select refuse('profile-changed') from locked where version <> ${given("version")}`,
)

/**
 * The same for who has decided by what was read of the profile before: it fails with `profile-changed` when its row is no
 * more the `version` that was read (`xmin`).
 */
export async function lockProfileAsRead(tx: Transaction, id: ProfileId, version: string): Promise<void> {
  await lockingAsRead(tx).execute({ id, version })
}

/** What is counted for one customer waits for what else is being done for them, until the transaction ends. */
export async function lockProfile(tx: Transaction, id: ProfileId): Promise<void> {
  await locking(tx).execute({ id })
}

const asRead = preparedSql(
  "refuse_changed_profile",
  (given) => sql`
    select refuse('profile-changed') from profiles
    where id = ${given("id")} and xmin::text <> ${given("version")}`,
)

/** Fails likewise, without keeping anybody from changing the profile: for who only writes to them. */
export async function refuseProfileChanged(tx: Transaction, id: ProfileId, version: string): Promise<void> {
  await asRead(tx).execute({ id, version })
}
