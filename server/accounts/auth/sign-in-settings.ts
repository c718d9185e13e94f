import { and, eq, isNotNull } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { secondFactors, signInSettings } from "../../platform/schema/accounts.ts"

export async function administratorsNeedSecondFactor(executor: Executor = db): Promise<boolean> {
  const [settings] = await executor.select().from(signInSettings)
  return settings?.administratorsNeedSecondFactor ?? false
}

export type SecondFactorRequirementProblem = { kind: "own-second-factor-missing" }

export async function requireSecondFactor(
  actor: Staff,
  required: boolean,
  at: Date = new Date(),
): Promise<Result<null, SecondFactorRequirementProblem>> {
  return transaction(async (tx) => {
    const own = and(eq(secondFactors.userId, actor.id), isNotNull(secondFactors.confirmedAt))
    if (required && (await tx.$count(secondFactors, own)) === 0) return err({ kind: "own-second-factor-missing" })
    const changed = await tx
      .update(signInSettings)
      .set({ administratorsNeedSecondFactor: required })
      .where(eq(signInSettings.administratorsNeedSecondFactor, !required))
    if (changed.rowCount === 0) return ok(null)
    await recordEvent(tx, {
      by: actor,
      action: required ? "person.second-factor-required" : "person.second-factor-optional",
      subject: "1",
      at,
    })
    return ok(null)
  })
}
