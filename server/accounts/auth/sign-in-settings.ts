import { and, eq, isNotNull } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type BackOfficeRole, backOfficeRoles } from "../../../domain/accounts/staff-roles.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { secondFactors, signInSettings } from "../../platform/schema/accounts.ts"

export async function readSecondFactorRoles(executor: Executor = db): Promise<readonly BackOfficeRole[]> {
  const [settings] = await executor.select().from(signInSettings)
  return settings?.secondFactorRoles ?? []
}

export async function needsSecondFactor(role: BackOfficeRole | null, executor: Executor = db): Promise<boolean> {
  return role !== null && (await readSecondFactorRoles(executor)).includes(role)
}

type SecondFactorRequirementProblem = { kind: "own-second-factor-missing" }

export async function requireSecondFactor(
  actor: Staff,
  requested: readonly BackOfficeRole[],
  at: Date = new Date(),
): Promise<Result<null, SecondFactorRequirementProblem>> {
  const roles = backOfficeRoles.filter((role) => requested.includes(role))
  return transaction(async (tx) => {
    const own = and(eq(secondFactors.userId, actor.id), isNotNull(secondFactors.confirmedAt))
    if (roles.includes("admin") && (await tx.$count(secondFactors, own)) === 0)
      return err({ kind: "own-second-factor-missing" })
    const [settings] = await tx.select().from(signInSettings).for("update")
    const before = settings?.secondFactorRoles ?? []
    if (before.join() === roles.join()) return ok(null)
    await tx
      .insert(signInSettings)
      .values({ id: 1, secondFactorRoles: roles })
      .onConflictDoUpdate({ target: signInSettings.id, set: { secondFactorRoles: roles } })
    await recordEvent(tx, {
      by: actor,
      action: roles.length > 0 ? "person.second-factor-required" : "person.second-factor-optional",
      subject: "1",
      details: { roles },
      at,
    })
    return ok(null)
  })
}
