import type { FieldValues } from "../act.ts"

export type PictureField = "imageUrl" | "heroImageUrl" | "companyLogoUrl"

type PictureSwap = {
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

export type PictureAct = { action: PictureChange; details: PictureSwap }

export const pictureSubjects = {
  "site.image-changed": "site-config",
  "page.image-changed": "page",
  "product.image-set": "product",
  "product.image-removed": "product",
  "option.image-set": "option",
  "option.image-removed": "option",
  "testimonial.portrait-changed": "testimonial",
} as const satisfies Record<PictureAct["action"], string>
