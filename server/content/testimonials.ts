import { asc, desc } from "drizzle-orm"
import { db } from "../database.server.ts"
import { type ImageRow, imagesByUrl } from "../images/queries.ts"
import { testimonials } from "../schema/content.ts"

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
