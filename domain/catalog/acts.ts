import type { Edit, Removal, UndoReference } from "../act.ts"
import type { PromoCodeFields } from "../pricing/code-terms.ts"
import type { ManualSection } from "./manual.ts"

export type ProductField =
  | "kind"
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
  | "needsInstaller"
  | "needsHost"
  | "minimumNoticeDays"
  | "furthestDays"
  | "instantBooking"
  | "instantNoticeDays"
  | "instantMaximumKm"
  | "instantMaximumTotal"
  | "seoTitle"
  | "seoDescription"
  | "archivedAt"

type OptionField =
  | "name"
  | "description"
  | "price"
  | "unit"
  | "isOnce"
  | "choiceGroup"
  | "quantityStep"
  | "minQuantity"
  | "maxQuantity"
  | "staysWithClient"
  | "accessoryId"

type PlanField =
  | "name"
  | "sentence"
  | "includes"
  | "weekdays"
  | "minimumNotice"
  | "steps"
  | "minimumDays"
  | "maximumDays"
  | "days"
  | "price"
  | "hours"
  | "startTimes"
  | "extraHourPrice"
  | "maximumExtraHours"
  | "setUpMinutes"
  | "takeDownMinutes"

type RuleField =
  | "name"
  | "changeUnit"
  | "changeValue"
  | "ruledProducts"
  | "ruledPlans"
  | "priority"
  | "seasonFrom"
  | "seasonTo"
  | "isYearly"
  | "minimumDays"
  | "ruledWeekdays"
  | "onHolidays"
  | "atLeast"
  | "atMost"

type PromoCodeField = keyof PromoCodeFields

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
  | { action: "product.parts-saved"; details: { parts: string } }
  | { action: "product.duplicated"; details: { copyOf: string; name: string } }
  | { action: "product.ordered"; details: { order: readonly string[] } }
  | { action: "product.order-forgotten" }
  | {
      action: "product.archived"
      details: Version & { name: string; bookings: number; wasActive: boolean; changed: readonly ProductField[] }
    }
  | { action: "product.restored"; details: Version & { changed: readonly ProductField[] } & Partial<UndoReference> }
  | ({ action: "product.removed"; details: { name: string } } & Removal)
  | { action: "product.put-back"; details: UndoReference }
  | { action: "product.picture-added" | "product.film-added"; details: { picture: string; order: number } }
  | ({ action: "product.picture-described"; details: { picture: string } } & Edit<PictureField>)
  | ({ action: "product.picture-removed"; details: { picture: string } } & Removal)
  | { action: "product.picture-put-back"; details: UndoReference }
  | { action: "product.pictures-ordered"; details: { order: readonly string[] } }
  | { action: "product.letter-ordered"; details: { recipients: number } }
  | { action: "product.letter-stopped" }
  | { action: "option.added"; details: Version & { name: string; product: string; changed: readonly OptionField[] } }
  | ({ action: "option.saved" } & Edit<OptionField>)
  | { action: "option.ordered"; details: { order: readonly string[] } }
  | ({ action: "option.removed"; details: { name: string } } & Removal)
  | { action: "option.put-back"; details: UndoReference }
  | { action: "plan.added"; details: Version & { name: string; product: string; changed: readonly PlanField[] } }
  | ({ action: "plan.saved" } & Edit<PlanField>)
  | { action: "plan.offered" | "plan.withdrawn"; details: Version }
  | { action: "plan.ordered"; details: { order: readonly string[] } }
  | ({ action: "plan.removed"; details: { name: string } } & Removal)
  | { action: "plan.put-back"; details: UndoReference }
  | ({ action: "rule.added" | "rule.saved" } & Edit<RuleField>)
  | { action: "rule.activated" | "rule.deactivated"; details: Version }
  | ({ action: "rule.removed"; details: { name: string } } & Removal)
  | { action: "rule.put-back"; details: UndoReference }
  | { action: "promo-code.added"; details: Version & { name: string; changed: readonly PromoCodeField[] } }
  | ({ action: "promo-code.saved" } & Edit<PromoCodeField>)
  | { action: "promo-code.opened" | "promo-code.closed"; details: Version & { name: string } }
  | {
      action: "manual.saved"
      details: Version & { changed: readonly ManualField[] }
      personal: { before: ManualBefore; sectionsRemoved?: readonly string[] }
    }

export const catalogSubjects = {
  "product.added": "product",
  "product.saved": "product",
  "product.activated": "product",
  "product.deactivated": "product",
  "product.manual-linked": "product",
  "product.parts-saved": "product",
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
  "plan.added": "rate-plan",
  "plan.saved": "rate-plan",
  "plan.offered": "rate-plan",
  "plan.withdrawn": "rate-plan",
  "plan.ordered": "product",
  "plan.removed": "rate-plan",
  "plan.put-back": "rate-plan",
  "rule.added": "price-rule",
  "rule.saved": "price-rule",
  "rule.activated": "price-rule",
  "rule.deactivated": "price-rule",
  "rule.removed": "price-rule",
  "rule.put-back": "price-rule",
  "promo-code.added": "promo-code",
  "promo-code.saved": "promo-code",
  "promo-code.opened": "promo-code",
  "promo-code.closed": "promo-code",
  "manual.saved": "manual",
} as const satisfies Record<CatalogAct["action"], string>
