import { type SQL, and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { isId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { type ImageRow, imagesByUrl } from "../platform/images/queries.ts"
import { PAGE_SIZE, type Page, pageAt } from "../platform/lists.ts"
import { products } from "../platform/schema/catalog.ts"
import { holdsLabel, withoutAccents } from "../platform/text-search.ts"
import { PRODUCTS_TO_ORDER, inCatalogueOrder } from "./order-products.ts"
import type { Product, ProductWithImage } from "./queries.ts"

const productSorts = ["date", "nom", "prix", "stock", "ordre"] as const
export type ProductSort = (typeof productSorts)[number]
/** What the list shows: those in the catalogue, those out of it, those put away, or all but the last. */
export const productStates = ["actif", "inactif", "archive"] as const
export type ProductState = (typeof productStates)[number]

export type ProductsAsked = {
  search: string
  sort: ProductSort
  descending: boolean
  page: number
  state: ProductState | null
}

const columns = {
  date: products.createdAt,
  nom: withoutAccents(products.name),
  prix: products.price,
  stock: products.stock,
}

/** One page of the owner's products; the archived ones only when they are asked for. */
export async function listProducts({
  search,
  sort,
  descending,
  page,
  state,
}: ProductsAsked): Promise<Page<ProductWithImage>> {
  const wanted = and(inState(state), matching(search))
  const [counted] = await db.select({ total: count() }).from(products).where(wanted)
  const total = counted?.total ?? 0
  const at = pageAt(total, page)
  const turned = descending ? desc : asc
  const order =
    sort === "ordre" ? inCatalogueOrder : [turned(columns[sort]), desc(products.createdAt), asc(products.id)]
  const rows = await db
    .select()
    .from(products)
    .where(wanted)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(at.offset)
  return { rows: await withImages(rows), total, page: at.page, pages: at.pages }
}

function inState(state: ProductState | null): SQL | undefined {
  switch (state) {
    case "actif":
      return and(eq(products.isActive, true), isNull(products.archivedAt))
    case "inactif":
      return and(eq(products.isActive, false), isNull(products.archivedAt))
    case "archive":
      return isNotNull(products.archivedAt)
    case null:
      return isNull(products.archivedAt)
  }
}

/** By name or description, whatever the accents and capitals. */
function matching(search: string): SQL | undefined {
  return holdsLabel(withoutAccents(sql`(${products.name} || ' ' || ${products.description})`), search)
}

/** One page of what is not archived, as the catalogue orders it, and the place of its first. */
export async function productsInOrder(page: number): Promise<Page<ProductWithImage> & { offset: number }> {
  const [counted] = await db.select({ total: count() }).from(products).where(isNull(products.archivedAt))
  const total = counted?.total ?? 0
  const at = pageAt(total, page, PRODUCTS_TO_ORDER)
  const rows = await inOrder().limit(PRODUCTS_TO_ORDER).offset(at.offset)
  return { rows: await withImages(rows), total, ...at }
}

/** The first product of the catalogue; null without any. */
export async function firstProduct(): Promise<ProductWithImage | null> {
  const [first] = await withImages(await inOrder().limit(1))
  return first ?? null
}

function inOrder() {
  return db
    .select()
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(...inCatalogueOrder)
}

/** Any product, active, inactive or archived; null when there is none with this id. */
export async function readProduct(id: string): Promise<ProductWithImage | null> {
  if (!isId(id)) return null
  const [found] = await withImages(await db.select().from(products).where(eq(products.id, id)))
  return found ?? null
}

/** How many products there are of each kind, for the tabs of the list. */
export async function countProducts(): Promise<{ shown: number; archived: number; placed: number }> {
  const [counted] = await db
    .select({
      shown: sql<number>`count(*) filter (where ${products.archivedAt} is null)`.mapWith(Number),
      archived: sql<number>`count(*) filter (where ${products.archivedAt} is not null)`.mapWith(Number),
      placed: sql<number>`count(*) filter (where ${products.order} > 0)`.mapWith(Number),
    })
    .from(products)
  return counted ?? { shown: 0, archived: 0, placed: 0 }
}

async function withImages(rows: Product[]): Promise<ProductWithImage[]> {
  const images: Map<string, ImageRow> = await imagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.map((row) => ({ ...row, image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null) }))
}
