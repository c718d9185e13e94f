import { eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { ConfirmedStep } from "../../../domain/content/confirmed-steps.ts"
import type { VatMode } from "../../../domain/finance/vat-wording.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { editDetails } from "../../platform/revisions/edits.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { financeSettings } from "../../platform/schema/settings.ts"
import { readSiteConfig } from "../content/site.ts"
import { readFinanceSettings } from "./queries.ts"
import { financeSubject } from "./save-settings.ts"

export async function confirmDays(): Promise<void> {
  await readSiteConfig()
  await transaction((tx) => confirmStep(tx, "days"))
}

/** Existing bookings keep their regime (D3). */
export async function chooseVatMode(actor: Staff, vatMode: VatMode, at: Date = new Date()): Promise<void> {
  await Promise.all([readSiteConfig(), readFinanceSettings()])
  await transaction(async (tx) => {
    await confirmStep(tx, "vat")
    const [stored] = await tx.select().from(financeSettings).for("update")
    if (!stored || stored.vatMode === vatMode) return
    const [saved] = await tx
      .update(financeSettings)
      .set({ vatMode })
      .where(eq(financeSettings.id, stored.id))
      .returning()
    if (!saved) throw new Error("The finance settings were locked, then gone")
    const edit = editDetails(["vatMode"], saved.updatedAt, { before: stored, after: saved })
    await recordEvent(tx, { by: actor, action: "finance.saved", subject: financeSubject.id, ...edit, at })
  })
}

async function confirmStep(tx: Transaction, step: ConfirmedStep): Promise<void> {
  await tx
    .update(siteConfig)
    .set({ confirmedSteps: sql`array_append(array_remove(${siteConfig.confirmedSteps}, ${step}), ${step})` })
}
