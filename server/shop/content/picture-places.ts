import type { PictureChange, PictureField } from "../../../domain/content/picture-acts.ts"
import type { SubjectKind } from "../../../domain/journal/acts.ts"

export type PictureHolder =
  | { kind: "hero" | "logo" | "about" }
  | { kind: "product" | "option" | "portrait"; id: string }

export type PicturePlace = {
  table: "site_config" | "about_page_content" | "products" | "product_options" | "testimonials"
  column: string
  field: PictureField
  subject: { kind: SubjectKind; id: string }
  rowId: string | null
  set: PictureChange
  removed: PictureChange
}

type Place = Omit<PicturePlace, "subject" | "rowId"> & { subject: SubjectKind; fixedId?: string }

const siteDefaults = {
  table: "site_config",
  subject: "site-config",
  fixedId: "1",
  set: "site.image-changed",
  removed: "site.image-changed",
} as const

const places: Readonly<Record<PictureHolder["kind"], Place>> = {
  hero: { ...siteDefaults, column: "hero_image_url", field: "heroImageUrl" },
  logo: { ...siteDefaults, column: "company_logo_url", field: "companyLogoUrl" },
  about: {
    table: "about_page_content",
    column: "image_url",
    field: "imageUrl",
    subject: "page",
    fixedId: "about",
    set: "page.image-changed",
    removed: "page.image-changed",
  },
  product: {
    table: "products",
    column: "image_url",
    field: "imageUrl",
    subject: "product",
    set: "product.image-set",
    removed: "product.image-removed",
  },
  option: {
    table: "product_options",
    column: "image_url",
    field: "imageUrl",
    subject: "option",
    set: "option.image-set",
    removed: "option.image-removed",
  },
  portrait: {
    table: "testimonials",
    column: "image_url",
    field: "imageUrl",
    subject: "testimonial",
    set: "testimonial.portrait-changed",
    removed: "testimonial.portrait-changed",
  },
}

export function findPicturePlace(holder: PictureHolder): PicturePlace {
  return withRow(places[holder.kind], "id" in holder ? holder.id : "")
}

function withRow({ subject, fixedId, ...place }: Place, id: string): PicturePlace {
  return { ...place, subject: { kind: subject, id: fixedId ?? id }, rowId: fixedId === undefined ? id : null }
}
