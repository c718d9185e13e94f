import type { OwnValue } from "./marks.ts"

/** Tables whose changes are told (migration 0055), without and with a product in each row. */
const contentTables = [
  "site_config",
  "finance_settings",
  "images",
  "films",
  "about_page_content",
  "services_page_content",
  "services_page_images",
  "testimonials",
  "faq_entries",
  "legal_texts",
] as const
const productTables = [
  "products",
  "product_options",
  "product_pictures",
  "product_manuals",
  "available_dates",
  "occupancy",
  "bookings",
  "contracts",
] as const

type ContentTable = (typeof contentTables)[number]
type ProductTable = (typeof productTables)[number]

/** A table, or only its rows of the product whose id is in the address: "occupancy/:id". */
export type Read = ContentTable | ProductTable | `${ProductTable}/:id`

/**
 * What any answer about free days reads: what the owner closed, what is taken, and what tells whether whoever took it
 * still has it. Of all products, or of the one in the address.
 */
export const daysOfAll = ["available_dates", "occupancy", "bookings", "contracts"] as const satisfies readonly Read[]
export const daysOfProduct = daysOfAll.map((table) => `${table}/:id` as const)

/** Whose answers are alike: everybody's; those of each side of the cookie question; of those who have not answered it. */
export type Alike = "all" | "by-cookie-choice" | "without-cookie-choice"

/**
 * What a route module says as `export const kept`, beside its loader, where its answer to a visitor without a session may
 * be kept (decision 45). Of the layouts around it the same: an answer reads what they all read.
 */
export type Kept = {
  reads: readonly Read[]
  /** Absent: as the layouts say, else "all". */
  alike?: Alike
  /** The parameters of the address that change the answer, and which of their values are kept. */
  asks?: Readonly<Record<string, RegExp>>
  /** False where a layout says what it reads and shows nothing by itself. */
  page?: false
  /**
   * What of who is signed in the page itself says, in its data, beside the frame around it (decision 77). Absent: more than
   * that, so that it is rendered for each of them.
   */
  marked?: readonly OwnValue[]
}

/** Values that pages declare: what is typed freely, and what asks other servers, is each visitor's own. */
export const anyDay = /^20\d\d-\d\d-\d\d$/
export const anyMonth = /^20\d\d-\d\d$/
/** A page of a list. */
export const anyPage = /^[1-9]\d{0,2}$/
/** A field that was sent empty. */
export const nothing = /^$/

/** A change of this table, of one product or of whatever. */
export type PageChange = { what: string; product: string | null }

/** The same, with what pages that change by themselves are told of. `xid` is the number of the transaction that made it. */
export type Change = PageChange & {
  booking: string | null
  /** Whose rights or cart it is. */
  person: string | null
  xid: bigint
}

/** What an answer depends on: tables, each whole or of one product. */
export type Dependence = ReadonlyMap<string, string | null>

/** `params` are those of the route; a read "…/:id" is of the product that they name. */
export function dependenceOf(reads: readonly Read[], params: Readonly<Record<string, string>>): Dependence {
  const dependence = new Map<string, string | null>()
  for (const read of reads) {
    const [table = "", of] = read.split("/:")
    const product = of === undefined ? null : (params[of]?.toLowerCase() ?? null)
    if (dependence.get(table) !== null) dependence.set(table, product)
  }
  return dependence
}

export function isTouched(dependence: Dependence, { what, product }: PageChange): boolean {
  const of = dependence.get(what)
  return of !== undefined && (of === null || product === null || of === product)
}

/** A stranger's holds never are their own: whose the carts are changes nothing of what they see. */
const changesNothing = new Set(["carts"])

/** The tables that were read without being declared: `words` are those of the statements, `tables` all that there are. */
export function undeclared(words: Iterable<string>, tables: ReadonlySet<string>, dependence: Dependence): string[] {
  return [...words].filter((word) => tables.has(word) && !dependence.has(word) && !changesNothing.has(word))
}

/** The part of it that was really read: what was not cannot change the answer, until something that was read does. */
export function readOf(dependence: Dependence, words: ReadonlySet<string>): Dependence {
  return new Map([...dependence].filter(([table]) => words.has(table)))
}
