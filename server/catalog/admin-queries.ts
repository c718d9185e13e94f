import { type SQL, and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { isId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { PAGE_SIZE, type Page, clampPage } from "../platform/pagination.ts"
import { products } from "../platform/schema/catalog.ts"
import { matchesAllWords, withoutAccents } from "../platform/text-search.ts"
import { ORDER_PAGE_SIZE, catalogueOrder } from "./order-products.ts"
import { type ProductWithImage, withImages } from "./queries.ts"

const productSorts = ["date", "nom", "prix", "stock", "ordre"] as const
type ProductSort = (typeof productSorts)[number]
export const productStates = ["actif", "inactif", "archive"] as const
type ProductState = (typeof productStates)[number]

type ProductsQuery = {
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

/** Leaves archived products out unless `state` asks for them. */
export async function listProducts({
  search,
  sort,
  descending,
  page,
  state,
}: ProductsQuery): Promise<Page<ProductWithImage>> {
  const condition = and(hasState(state), matchesSearch(search))
  const [row] = await db.select({ total: count() }).from(products).where(condition)
  const total = row?.total ?? 0
  const pageInfo = clampPage(total, page)
  const direction = descending ? desc : asc
  const order =
    sort === "ordre" ? catalogueOrder : [direction(columns[sort]), desc(products.createdAt), asc(products.id)]
  const rows = await db
    .select()
    .from(products)
    .where(condition)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(pageInfo.offset)
  return { rows: await withImages(rows), total, page: pageInfo.page, pages: pageInfo.pages }
}

function hasState(state: ProductState | null): SQL | undefined {
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

function matchesSearch(search: string): SQL | undefined {
  return matchesAllWords(withoutAccents(sql`(${products.name} || ' ' || ${products.description})`), search)
}

export async function listProductsInOrder(page: number): Promise<Page<ProductWithImage> & { offset: number }> {
  const [row] = await db.select({ total: count() }).from(products).where(isNull(products.archivedAt))
  const total = row?.total ?? 0
  const pageInfo = clampPage(total, page, ORDER_PAGE_SIZE)
  const rows = await selectInOrder().limit(ORDER_PAGE_SIZE).offset(pageInfo.offset)
  return { rows: await withImages(rows), total, ...pageInfo }
}

export async function findFirstProduct(): Promise<ProductWithImage | null> {
  const [first] = await withImages(await selectInOrder().limit(1))
  return first ?? null
}

function selectInOrder() {
  return db
    .select()
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(...catalogueOrder)
}

export async function readProduct(id: string): Promise<ProductWithImage | null> {
  if (!isId(id)) return null
  const [product] = await withImages(await db.select().from(products).where(eq(products.id, id)))
  return product ?? null
}

export async function countProducts(): Promise<{ listed: number; archived: number; placed: number }> {
  const [row] = await db
    .select({
      listed: sql<number>`count(*) filter (where ${products.archivedAt} is null)`.mapWith(Number),
      archived: sql<number>`count(*) filter (where ${products.archivedAt} is not null)`.mapWith(Number),
      placed: sql<number>`count(*) filter (where ${products.order} > 0)`.mapWith(Number),
    })
    .from(products)
  return row ?? { listed: 0, archived: 0, placed: 0 }
}
