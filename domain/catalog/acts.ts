import type { Edit, Removal, Undoing } from "../act.ts"
import type { ManualSection } from "./manual.ts"

/** What the owner does to products, options and manuals. Names of things for rent are facts, and stay. */

export type ProductField =
  | "name"
  | "description"
  | "price"
  | "imageAlt"
  | "features"
  | "isActive"
  | "manualUrl"
  | "photoPackPrice"
  | "photoPackQuantity"
  | "includedPhotos"
  | "stock"
  | "preparationDaysBefore"
  | "preparationDaysAfter"
  | "securityDeposit"
  | "asksInsurance"
  | "minimumNoticeDays"
  | "furthestDays"
  | "seoTitle"
  | "seoDescription"
  | "archivedAt"

export type OptionField =
  | "name"
  | "description"
  | "price"
  | "unit"
  | "quantityStep"
  | "minQuantity"
  | "maxQuantity"
  | "staysWithClient"

type PictureField = "caption" | "imageAlt"

type ManualField = "sections"

type ManualBefore = {
  sections: readonly ManualSection[] | null
  manualUrl: string | null
}

type Version = { version: string }

export type CatalogAct =
  | ({
      action: "product.added" | "product.saved" | "product.activated" | "product.deactivated" | "product.manual-linked"
    } & Edit<ProductField>)
  | { action: "product.duplicated"; details: { copyOf: string; name: string } }
  | { action: "product.ordered"; details: { order: readonly string[] } }
  | { action: "product.order-forgotten" }
  /** `bookings`: how many it has, for which it is kept. */
  | {
      action: "product.archived"
      details: Version & { name: string; bookings: number; wasActive: boolean; changed: readonly ProductField[] }
    }
  | { action: "product.restored"; details: Version & { changed: readonly ProductField[] } & Partial<Undoing> }
  | ({ action: "product.removed"; details: { name: string } } & Removal)
  | { action: "product.put-back"; details: Undoing }
  | { action: "product.picture-added" | "product.film-added"; details: { picture: string; order: number } }
  | ({ action: "product.picture-described"; details: { picture: string } } & Edit<PictureField>)
  | ({ action: "product.picture-removed"; details: { picture: string } } & Removal)
  | { action: "product.picture-put-back"; details: Undoing }
  | { action: "product.pictures-ordered"; details: { order: readonly string[] } }
  /** The letter to the newsletter's subscribers; `recipients`: how many had confirmed then. */
  | { action: "product.letter-ordered"; details: { recipients: number } }
  | { action: "product.letter-stopped" }
  | { action: "option.added"; details: Version & { name: string; product: string; changed: readonly OptionField[] } }
  | ({ action: "option.saved" } & Edit<OptionField>)
  | { action: "option.ordered"; details: { order: readonly string[] } }
  | ({ action: "option.removed"; details: { name: string } } & Removal)
  | { action: "option.put-back"; details: Undoing }
  /** `before`: all that undoing it puts back; `sectionsRemoved`: the titles of what the save took out. */
  | {
      action: "manual.saved"
      details: Version & { changed: readonly ManualField[] }
      personal: { before: ManualBefore; sectionsRemoved?: readonly string[] }
    }

/** What each of them is done to. */
export const catalogSubjects = {
  "product.added": "product",
  "product.saved": "product",
  "product.activated": "product",
  "product.deactivated": "product",
  "product.manual-linked": "product",
  "product.duplicated": "product",
  "product.ordered": "catalogue",
  "product.order-forgotten": "catalogue",
  "product.archived": "product",
  "product.restored": "product",
  "product.removed": "product",
  "product.put-back": "product",
  "product.picture-added": "product",
  "product.film-added": "product",
  "product.picture-described": "product",
  "product.picture-removed": "product",
  "product.picture-put-back": "product",
  "product.pictures-ordered": "product",
  "product.letter-ordered": "product",
  "product.letter-stopped": "product",
  "option.added": "option",
  "option.saved": "option",
  "option.ordered": "product",
  "option.removed": "option",
  "option.put-back": "option",
  "manual.saved": "manual",
} as const satisfies Record<CatalogAct["action"], string>
