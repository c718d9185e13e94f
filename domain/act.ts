/**
 * The parts that acts are made of. An act is `{ action, details, personal }`: `action` is a noun and a past participle;
 * `details` are facts that are kept for good (ids, days, amounts, names of fields); `personal` names somebody or was
 * typed freely, stands apart and can be erased (D52). The two never use the same name, but for `before` and `after`.
 */

/** A form wrote a row: which fields, which version of the row that made (an ISO text), and what they said before and say since. */
export type Edit<Field extends string> = {
  details: {
    changed: readonly Field[]
    version: string
  }
  personal?: { before?: FieldValues<Field>; after?: FieldValues<Field> }
}

/** Values by the name of their field, as they were written then. */
export type FieldValues<Field extends string> = { readonly [Name in Field]?: unknown }

/** Rows were deleted; they can be put back as they were. What hangs on a row comes before it. */
export type Removal = { personal: { removed: readonly RemovedRow[] } }

/** A row as it was, in the names of the database. */
export type RemovedRow = { table: RemovableTable; row: Readonly<Record<string, unknown>> }

/** Tables whose rows an administrator can delete, and put back as they were. */
export const removableTables = [
  "faq_entries",
  "testimonials",
  "services_page_images",
  "products",
  "product_pictures",
  "product_options",
  "product_manuals",
  "available_dates",
  "occupancy",
  "calendar_feeds",
] as const
export type RemovableTable = (typeof removableTables)[number]

/** This takes back the act of that event. */
export type Undoing = { undoes: number }
