import { expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { testimonials } from "../../platform/schema/content.ts"
import { readTestimonials } from "./pages.ts"

test("the home page lists the first three reviews in the owner's order, and marks the examples @R-home-reviews @E-testimonials", async () => {
  const review = (author: string, order: number, isExample = false): typeof testimonials.$inferInsert => ({
    author,
    order,
    isExample,
    day: "2026-06-13",
    text: "Une belle soirée.",
  })
  await db
    .insert(testimonials)
    .values([review("Dernière", 9), review("Deuxième", 2, true), review("Première", 1), review("Troisième", 3)])
  const listed = await readTestimonials()
  expect(listed.map(({ author, isExample, image }) => ({ author, isExample, image }))).toEqual([
    { author: "Première", isExample: false, image: null },
    { author: "Deuxième", isExample: true, image: null },
    { author: "Troisième", isExample: false, image: null },
  ])
})
