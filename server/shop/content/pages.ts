import { asc, eq, desc } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { type ImageRow, findImagesByUrl } from "../../platform/images/queries.ts"
import {
  aboutPageContent,
  servicesPageContent,
  servicesPageImages,
  faqEntries,
  testimonials,
} from "../../platform/schema/content.ts"
import { parseWordList } from "../../../isomorphic/word-cloud/content-words.ts"
import { type Cloud, buildCloud } from "../../../isomorphic/word-cloud/word-cloud.ts"

type AboutPage = { title: string; content: string; cloudWithout: string; image: ImageRow | null }
type CarouselImage = { id: Id; image: ImageRow; imageAlt: string; caption: string }
type ServicesPage = { title: string; content: string; carousel: CarouselImage[] }

export async function readAboutPage(): Promise<AboutPage | null> {
  const [row] = await db.select().from(aboutPageContent)
  if (!row) return null
  const images = await findImagesByUrl([row.imageUrl])
  return {
    title: row.title,
    content: row.content,
    cloudWithout: row.cloudWithout,
    image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null),
  }
}

export async function readServicesPage(): Promise<ServicesPage | null> {
  const [[row], slides] = await Promise.all([
    db.select().from(servicesPageContent),
    db.select().from(servicesPageImages).orderBy(asc(servicesPageImages.order), asc(servicesPageImages.createdAt)),
  ])
  if (!row) return null
  const images = await findImagesByUrl(slides.map(({ imageUrl }) => imageUrl))
  const carousel = slides.flatMap(({ id, imageUrl, imageAlt, caption }) => {
    const image = images.get(imageUrl)
    return image ? [{ id, image, imageAlt, caption }] : []
  })
  return { title: row.title, content: row.content, carousel }
}

type FaqEntry = Pick<typeof faqEntries.$inferSelect, "slug" | "theme" | "question" | "answer">

export async function readFaq(): Promise<FaqEntry[]> {
  const { slug, theme, question, answer } = faqEntries
  return db
    .select({ slug, theme, question, answer })
    .from(faqEntries)
    .where(eq(faqEntries.isPublished, true))
    .orderBy(asc(faqEntries.order), asc(faqEntries.createdAt))
}

type Testimonial = typeof testimonials.$inferSelect & { image: ImageRow | null }

export async function readTestimonials(): Promise<Testimonial[]> {
  const rows = await db
    .select()
    .from(testimonials)
    .orderBy(asc(testimonials.order), desc(testimonials.day), asc(testimonials.id))
    .limit(3)
  const images = await findImagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.map((row) => ({ ...row, image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null) }))
}

type Clouds = { wide: Cloud; narrow: Cloud }

let cached: { content: string; excludedWordList: string; clouds: Clouds } | null = null

/** Cached until the text or the excluded words change. */
export function layOutClouds(content: string, excludedWordList: string): Clouds {
  if (cached?.content !== content || cached.excludedWordList !== excludedWordList) {
    const excludedWords = new Set(parseWordList(excludedWordList))
    cached = {
      content,
      excludedWordList,
      clouds: {
        wide: buildCloud(content, { width: 1100, excluded: excludedWords }),
        narrow: buildCloud(content, { width: 360, excluded: excludedWords }),
      },
    }
  }
  return cached.clouds
}
