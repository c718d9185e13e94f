import { asc } from "drizzle-orm"
import { db } from "../database.server.ts"
import { type ImageRow, imagesByUrl } from "../images/queries.ts"
import { aboutPageContent, servicesPageContent, servicesPageImages } from "../schema/content.ts"

export type AboutPage = { title: string; content: string; image: ImageRow | null }
export type CarouselImage = { id: string; image: ImageRow; imageAlt: string; caption: string }
export type ServicesPage = { title: string; content: string; carousel: CarouselImage[] }

/** The about page as the owner wrote it; null before they have. */
export async function readAboutPage(): Promise<AboutPage | null> {
  const [row] = await db.select().from(aboutPageContent)
  if (!row) return null
  const images = await imagesByUrl([row.imageUrl])
  return {
    title: row.title,
    content: row.content,
    image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null),
  }
}

/** The services page with its carousel in the owner's order; null before the text is written. */
export async function readServicesPage(): Promise<ServicesPage | null> {
  const [[row], slides] = await Promise.all([
    db.select().from(servicesPageContent),
    db.select().from(servicesPageImages).orderBy(asc(servicesPageImages.order), asc(servicesPageImages.createdAt)),
  ])
  if (!row) return null
  const images = await imagesByUrl(slides.map(({ imageUrl }) => imageUrl))
  const carousel = slides.flatMap(({ id, imageUrl, imageAlt, caption }) => {
    const image = images.get(imageUrl)
    return image ? [{ id, image, imageAlt, caption }] : []
  })
  return { title: row.title, content: row.content, carousel }
}
