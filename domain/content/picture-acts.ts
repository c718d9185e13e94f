import type { FieldValues } from "../act.ts"

/** Where the record keeps the address of a picture. */
export type PictureField = "imageUrl" | "heroImageUrl" | "companyLogoUrl"

/** Another picture is shown, or none: by their addresses, which name nobody. */
type Shown = {
  changed: readonly PictureField[]
  version: string
  before: FieldValues<PictureField>
  after: FieldValues<PictureField>
}

export type PictureChange =
  | "site.image-changed"
  | "page.image-changed"
  | "product.image-set"
  | "product.image-removed"
  | "option.image-set"
  | "option.image-removed"
  | "testimonial.portrait-changed"

/** What is done to a picture that stands alone: of the site, a page, a product, an option, a review. */
export type PictureAct = { action: PictureChange; details: Shown }

/** What each of them is done to. */
export const pictureSubjects = {
  "site.image-changed": "site-config",
  "page.image-changed": "page",
  "product.image-set": "product",
  "product.image-removed": "product",
  "option.image-set": "option",
  "option.image-removed": "option",
  "testimonial.portrait-changed": "testimonial",
} as const satisfies Record<PictureAct["action"], string>
