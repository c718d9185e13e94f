import type { Flash } from "../kit/flash.ts"
import type { EditRefusal, StoredPicture } from "../kit/edit-refusal.ts"
import type { CompanyField, SiteField } from "../kit/site-fields.ts"

export type SiteConfigView = {
  values: Readonly<Record<CompanyField | SiteField, string>>
  companyVersion: string
  siteVersion: string
  heroImage: StoredPicture | null
  logo: StoredPicture | null
  upload: { hint: string; accept: string }
  /** Legally required facts that are missing. */
  missing: readonly { label: string; fact: string; isInFinance: boolean }[]
  flash: Flash | null
}

export type SiteConfigProps = { view: SiteConfigView; refusal: EditRefusal | null }
