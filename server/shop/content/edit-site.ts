import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type Result, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { changedFields, editDetails, fieldNames } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { type SiteConfig, readSiteConfig } from "./site.ts"

export type SiteTexts = Omit<
  SiteConfig,
  "id" | "exampleClaims" | "confirmedSteps" | "heroImageUrl" | "companyLogoUrl" | "createdAt" | "updatedAt"
>

export const siteSubject = { kind: "site-config", id: "1" } as const

/** Covers only the fields of one form, because the page's two forms are saved apart. */
export function siteVersion(config: SiteConfig, names: readonly (keyof SiteTexts)[]): string {
  const values = names.toSorted().map((name) => config[name])
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16)
}

/** Saves the fields that one form of the page sends. */
export async function saveSiteConfig(
  actor: Staff,
  typed: Partial<SiteTexts>,
  loaded: LoadedForm | string | null,
  at: Date = new Date(),
): Promise<Result<SiteConfig, Stale>> {
  await readSiteConfig()
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(siteConfig).for("update")
    if (!stored) throw new Error("Error loading site configuration")
    const names = fieldNames(typed)
    const version = siteVersion(stored, names)
    const checked = await checkVersion<Partial<SiteTexts>>(tx, { ...siteSubject, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const texts = checked.value
    const changed = changedFields(stored, texts)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx
      .update(siteConfig)
      .set({ ...texts, exampleClaims: stored.exampleClaims.filter((name) => !changed.includes(name)) })
      .where(eq(siteConfig.id, stored.id))
      .returning()
    if (!saved) throw new Error("The site configuration was locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "site.saved",
      subject: siteSubject.id,
      ...editDetails(changed, siteVersion(saved, names), { before: stored, after: texts }),
      at,
    })
    return ok(saved)
  })
}
