import { type Executor, db } from "../../platform/database.server.ts"
import { type ImageRow, findImagesByUrl } from "../../platform/images/queries.ts"
import { siteConfig } from "../../platform/schema/content.ts"

export type SiteConfig = typeof siteConfig.$inferSelect
export type Site = SiteConfig & { heroImage: ImageRow | null; logo: ImageRow | null }

/** The first read of an empty shop inserts the row. */
export async function readSite(): Promise<Site> {
  const config = await readSiteConfig()
  const images = await findImagesByUrl([config.heroImageUrl, config.companyLogoUrl], db)
  const imageOf = (url: string | null) => (url === null ? null : (images.get(url) ?? null))
  return { ...config, heroImage: imageOf(config.heroImageUrl), logo: imageOf(config.companyLogoUrl) }
}

export async function readSiteConfig(executor: Executor = db): Promise<SiteConfig> {
  const [config] = await executor.select().from(siteConfig)
  if (config) return config
  await executor.insert(siteConfig).values({}).onConflictDoNothing()
  const [created] = await executor.select().from(siteConfig)
  if (!created) throw new Error("Error loading site configuration")
  return created
}
