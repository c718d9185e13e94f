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

type PublicProduct = { id: ProductId; name: string; changedAt: Date; manualChangedAt: Date | null }

/** `manualChangedAt` is null without a manual. */
export async function listPublicProducts(): Promise<PublicProduct[]> {
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

export async function readPageDates(): Promise<Map<string, Date>> {
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
    ["/", latestDate(site[0]?.at, catalogue[0]?.at)],
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

function latestDate(...dates: (Date | null | undefined)[]): Date | null {
  const validDates = dates.filter((date) => date instanceof Date)
  return validDates.length > 0 ? new Date(Math.max(...validDates.map((date) => date.getTime()))) : null
}
