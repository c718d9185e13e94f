/** `details` are kept for good; `personal` can be erased (D52), so names belong there. */

export type Edit<Field extends string> = {
  details: {
    changed: readonly Field[]
    version: string
  }
  personal?: { before?: FieldValues<Field>; after?: FieldValues<Field> }
}

export type FieldValues<Field extends string> = { readonly [Name in Field]?: unknown }

/** Dependent rows come before the rows they reference. */
export type Removal = { personal: { removed: readonly RemovedRow[] } }

export type RemovedRow = { table: RemovableTable; row: Readonly<Record<string, unknown>> }

export const removableTables = [
  "faq_entries",
  "testimonials",
  "services_page_images",
  "products",
  "units",
  "unit_incidents",
  "unit_checks",
  "unit_supplies",
  "product_pictures",
  "product_options",
  "rate_plans",
  "price_rules",
  "delivery_zones",
  "product_manuals",
  "available_dates",
  "bundle_parts",
  "calendar_feeds",
  "leads",
] as const
export type RemovableTable = (typeof removableTables)[number]

export type UndoReference = { undoes: number }
