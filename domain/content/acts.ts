import type { Edit, Removal, UndoReference } from "../act.ts"

type SiteField =
  | "heroTitle"
  | "heroDescription"
  | "heroImageAlt"
  | "companyName"
  | "companyIcon"
  | "companyAddress"
  | "companyPhone"
  | "companyEmail"
  | "companySiret"
  | "companyRcs"
  | "googleBusinessId"
  | "instagramUrl"
  | "siteTitle"
  | "siteDescription"
  | "accentColor"
  | "hostingNotice"
  | "ratingLabel"
  | "phoneHelp"
  | "setupTime"
  | "opensAt"
  | "closesAt"
  | "accessibilityPercent"
  | "accessibilityAuditedOn"
  | "accessibilityAuditedBy"
  | "legalForm"
  | "shareCapital"
  | "vatNumber"
  | "publicationDirector"
  | "mediatorName"
  | "mediatorUrl"
  | "insurance"

type PageField = "title" | "content" | "cloudWithout"
type SlideField = "caption" | "imageAlt"
type FaqField = "theme" | "question" | "answer" | "isPublished"
type TestimonialField = "author" | "rating" | "day" | "text" | "isExample"

/** Removed with a shop that is emptied before its opening (D73). */
export type EmptiedKind = "bookings" | "quotes" | "carts" | "leads" | "messages" | "customers"

export type ContentAct =
  | ({ action: "site.saved" } & Edit<SiteField>)
  | { action: "site.emptied"; details: { archive: string } & Readonly<Record<EmptiedKind, number>> }
  | ({ action: "page.saved" } & Edit<PageField>)
  | { action: "carousel.image-added"; details: { order: number } }
  | ({ action: "carousel.captioned" } & Edit<SlideField>)
  | ({ action: "carousel.image-removed" } & Removal)
  | { action: "carousel.reordered"; details: { order: readonly string[] } }
  | { action: "carousel.put-back"; details: UndoReference }
  | ({ action: "faq.added" | "faq.saved" } & Edit<FaqField>)
  | ({ action: "faq.removed" } & Removal)
  | { action: "faq.put-back"; details: UndoReference }
  | ({ action: "testimonial.added" | "testimonial.saved" } & Edit<TestimonialField>)
  | { action: "faq.moved" | "testimonial.moved"; details: { order: readonly string[] } }
  | ({ action: "testimonial.removed" } & Removal)
  | { action: "testimonial.put-back"; details: UndoReference }
  | { action: "legal.published"; details: { version: number; title: string } }

export const contentSubjects = {
  "site.saved": "site-config",
  "site.emptied": "site-config",
  "page.saved": "page",
  "carousel.image-added": "carousel-image",
  "carousel.captioned": "carousel-image",
  "carousel.image-removed": "carousel-image",
  "carousel.reordered": "page",
  "carousel.put-back": "carousel-image",
  "faq.added": "faq-entry",
  "faq.saved": "faq-entry",
  "faq.moved": "faq-entry",
  "faq.removed": "faq-entry",
  "faq.put-back": "faq-entry",
  "testimonial.added": "testimonial",
  "testimonial.saved": "testimonial",
  "testimonial.moved": "testimonial",
  "testimonial.removed": "testimonial",
  "testimonial.put-back": "testimonial",
  "legal.published": "legal-text",
} as const satisfies Record<ContentAct["action"], string>
