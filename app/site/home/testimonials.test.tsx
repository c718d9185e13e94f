import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Testimonials } from "./testimonials.tsx"

const drawn = (ratingLabel: string | null) =>
  renderToStaticMarkup(<Testimonials testimonials={[]} ratingLabel={ratingLabel} allReviewsHref={null} />)

test("the stars match the rating in words, and screen readers skip them @R-home-rating", () => {
  const html = drawn("4.9 sur Google")
  expect(html).toContain('aria-hidden="true" data-rating="4.9"')
  expect(html.match(/icon-small fill-current/g)).toHaveLength(4)
  expect(html).toContain('viewBox="0 0 21.6 24"')
  expect(html).not.toContain("aria-label=")
  expect(html).toContain("4.9 sur Google")
  expect(drawn("3 sur Google").match(/icon-small fill-current/g)).toHaveLength(3)
})

test("a testimonial without a rating has no stars", () => {
  const html = drawn("Nos clients reviennent")
  expect(html).toContain("Nos clients reviennent")
  expect(html).not.toContain("data-rating")
})

test("examples have their own heading, and a shop without a rating shows none (D51)", () => {
  const testimonial = { id: "1", author: "Élodie", rating: 5, day: "2026-11-01", text: "Bien.", picture: null } as const
  const page = (isExample: boolean) =>
    renderToStaticMarkup(
      <Testimonials testimonials={[{ ...testimonial, isExample }]} ratingLabel={null} allReviewsHref={null} />,
    )
  expect(page(true)).toContain("Exemples de témoignages")
  expect(page(true)).not.toContain("Avis de nos clients")
  expect(page(false)).toContain("Avis de nos clients")
  expect(drawn(null)).not.toContain("font-strong")
})
