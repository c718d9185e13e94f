import { type Executor, db } from "../database.server.ts"
import { readOncePerPage } from "../database/page-cache.ts"
import { type ImageRow, imagesByUrl } from "../images/queries.ts"
import { siteConfig } from "../schema/content.ts"

export type SiteConfig = typeof siteConfig.$inferSelect
export type Site = SiteConfig & { heroImage: ImageRow | null; logo: ImageRow | null }

/** The site's configuration with its pictures; the row is made with its defaults by the first reader of an empty shop. */
export function readSite(): Promise<Site> {
  return readOncePerPage(siteIn, db)
}

async function siteIn(executor: Executor): Promise<Site> {
  const config = await readSiteConfig(executor)
  const images = await imagesByUrl([config.heroImageUrl, config.companyLogoUrl], executor)
  const imageOf = (url: string | null) => (url === null ? null : (images.get(url) ?? null))
  return { ...config, heroImage: imageOf(config.heroImageUrl), logo: imageOf(config.companyLogoUrl) }
}

export function readSiteConfig(executor: Executor = db): Promise<SiteConfig> {
  return readOncePerPage(configIn, executor)
}

async function configIn(executor: Executor): Promise<SiteConfig> {
  const [config] = await executor.select().from(siteConfig)
  if (config) return config
  await executor.insert(siteConfig).values({}).onConflictDoNothing()
  const [created] = await executor.select().from(siteConfig)
  if (!created) throw new Error("Error loading site configuration")
  return created
}
