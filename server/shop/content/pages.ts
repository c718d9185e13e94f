import { asc, eq, desc } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { type ImageRow, imagesByUrl } from "../../platform/images/queries.ts"
import {
  aboutPageContent,
  servicesPageContent,
  servicesPageImages,
  faqEntries,
  testimonials,
} from "../../platform/schema/content.ts"
import { wordsTyped } from "../../../isomorphic/word-cloud/content-words.ts"
import { type Cloud, cloudOf } from "../../../isomorphic/word-cloud/word-cloud.ts"

/** `cloudWithout`: words that the cloud of its text leaves out. */
export type AboutPage = { title: string; content: string; cloudWithout: string; image: ImageRow | null }
export type CarouselImage = { id: Id; image: ImageRow; imageAlt: string; caption: string }
export type ServicesPage = { title: string; content: string; carousel: CarouselImage[] }

/** The about page as the owner wrote it; null before they have. */
export async function readAboutPage(): Promise<AboutPage | null> {
  const [row] = await db.select().from(aboutPageContent)
  if (!row) return null
  const images = await imagesByUrl([row.imageUrl])
  return {
    title: row.title,
    content: row.content,
    cloudWithout: row.cloudWithout,
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

export type FaqEntry = Pick<typeof faqEntries.$inferSelect, "slug" | "theme" | "question" | "answer">

/** The published questions in the owner's order; `answer` is Markdown. */
export async function readFaq(): Promise<FaqEntry[]> {
  const { slug, theme, question, answer } = faqEntries
  return db
    .select({ slug, theme, question, answer })
    .from(faqEntries)
    .where(eq(faqEntries.isPublished, true))
    .orderBy(asc(faqEntries.order), asc(faqEntries.createdAt))
}

export type Testimonial = typeof testimonials.$inferSelect & { image: ImageRow | null }

/** The first reviews in the owner's order, with their portraits: three on the home page (D22). */
export async function readTestimonials(count = 3): Promise<Testimonial[]> {
  const rows = await db
    .select()
    .from(testimonials)
    .orderBy(asc(testimonials.order), desc(testimonials.day), asc(testimonials.id))
    .limit(count)
  const images = await imagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.map((row) => ({ ...row, image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null) }))
}

export type Clouds = { wide: Cloud; narrow: Cloud }

let last: { content: string; without: string; clouds: Clouds } | null = null

/**
 * The cloud of a text for a desk and for a phone, without the words that the owner leaves out (`without`, in any order);
 * laid out again only when one of the two has changed.
 */
export function cloudsOf(content: string, without: string): Clouds {
  if (last?.content !== content || last.without !== without) {
    const leftOut = new Set(wordsTyped(without))
    last = {
      content,
      without,
      clouds: {
        wide: cloudOf(content, { width: 1100, without: leftOut }),
        narrow: cloudOf(content, { width: 360, without: leftOut }),
      },
    }
  }
  return last.clouds
}
