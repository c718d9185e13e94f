import { and, asc, desc, eq, isNull, max, sql } from "drizzle-orm"
import { href } from "react-router"
import type { ProductId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { productManuals, products } from "../../platform/schema/catalog.ts"
import {
  aboutPageContent,
  faqEntries,
  legalTexts,
  servicesPageContent,
  siteConfig,
} from "../../platform/schema/content.ts"

export type PublicProduct = { id: ProductId; name: string; changedAt: Date; manualChangedAt: Date | null }

/** What the catalogue shows, in its order, and when each product and its manual last changed; null without a manual. */
export async function publicProducts(): Promise<PublicProduct[]> {
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      changedAt: products.updatedAt,
      manualUrl: products.manualUrl,
      manualChangedAt: productManuals.updatedAt,
    })
    .from(products)
    .leftJoin(productManuals, eq(productManuals.productId, products.id))
    .where(and(eq(products.isActive, true), isNull(products.archivedAt)))
    .orderBy(asc(products.order), desc(products.createdAt), asc(products.name))
  return rows.map(({ id, name, changedAt, manualUrl, manualChangedAt }) => ({
    id,
    name,
    changedAt,
    manualChangedAt: manualChangedAt ?? (manualUrl === null ? null : changedAt),
  }))
}

/** When the texts of a page last changed, by the page's path. Pages whose words are the product's own are left out. */
export async function pageDates(): Promise<Map<string, Date>> {
  const [site, about, services, faq, catalogue, legal] = await Promise.all([
    db.select({ at: siteConfig.updatedAt }).from(siteConfig),
    db.select({ at: aboutPageContent.updatedAt }).from(aboutPageContent),
    db.select({ at: servicesPageContent.updatedAt }).from(servicesPageContent),
    db
      .select({ at: max(faqEntries.updatedAt) })
      .from(faqEntries)
      .where(eq(faqEntries.isPublished, true)),
    db
      .select({ at: max(products.updatedAt) })
      .from(products)
      .where(eq(products.isActive, true)),
    db
      .select({ page: legalTexts.page, at: sql<Date>`max(${legalTexts.publishedAt})`.mapWith(legalTexts.publishedAt) })
      .from(legalTexts)
      .groupBy(legalTexts.page),
  ])
  const dates: [string, Date | null | undefined][] = [
    ["/", latest(site[0]?.at, catalogue[0]?.at)],
    [href("/catalog"), catalogue[0]?.at],
    [href("/book"), catalogue[0]?.at],
    [href("/services"), services[0]?.at],
    [href("/about"), about[0]?.at],
    [href("/faq"), faq[0]?.at],
    [href("/contact"), site[0]?.at],
    ...legal.map(({ page, at }): [string, Date] => [href("/legal/:page", { page }), at]),
  ]
  return new Map(dates.flatMap(([path, at]) => (at ? [[path, at]] : [])))
}

function latest(...dates: (Date | null | undefined)[]): Date | null {
  const known = dates.filter((date) => date instanceof Date)
  return known.length > 0 ? new Date(Math.max(...known.map((date) => date.getTime()))) : null
}
