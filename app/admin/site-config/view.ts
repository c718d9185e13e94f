import type { Flash } from "../kit/flash.ts"
import type { EditRefusal, StoredPicture } from "../kit/edit-refusal.ts"
import type { SiteField } from "../kit/site-fields.ts"

export type SiteConfigView = {
  values: Readonly<Record<SiteField, string>>
  seen: string
  heroImage: StoredPicture | null
  logo: StoredPicture | null
  upload: { hint: string; accept: string }
  /** What the law wants on the site and is not there; `elsewhere`: not a field of this screen. */
  missing: readonly { label: string; fact: string; elsewhere: boolean }[]
  flash: Flash | null
}

export type SiteConfigProps = { view: SiteConfigView; refusal: EditRefusal | null }
