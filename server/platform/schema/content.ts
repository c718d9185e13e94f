import type { ConfirmedStep } from "../../../domain/content/confirmed-steps.ts"
import { DEFAULT_COMPANY_NAME } from "../../../domain/content/company-name.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { legalPages } from "../../../domain/content/legal-pages.ts"
import type { EventKind } from "../../../domain/leads/lead.ts"
import type { ClaimName } from "../../../domain/content/claims.ts"
import { boolean, doublePrecision, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core"
import type { LegalFacts } from "../../../domain/content/legal-template.ts"
import { createdAt, day, id, instant, randomId, updatedAt } from "./columns.ts"

export const images = pgTable("images", {
  id: randomId(),
  url: text("url").notNull().unique(),
  bucket: text("bucket").notNull(),
  path: text("path").notNull(),
  mimetype: text("mimetype").notNull(),
  size: integer("size").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  widths: integer("widths").array().notNull(),
  placeholder: text("placeholder").notNull(),
  lastModified: instant("last_modified").notNull().defaultNow(),
  createdAt: createdAt(),
})

export const films = pgTable("films", {
  url: text("url").primaryKey(),
  bucket: text("bucket").notNull(),
  path: text("path").notNull(),
  mimetype: text("mimetype", { enum: ["video/mp4", "video/webm"] }).notNull(),
  size: integer("size").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  seconds: doublePrecision("seconds"),
  createdAt: createdAt(),
})

const imageUrl = (name: string) =>
  text(name).references(() => images.url, { onUpdate: "cascade", onDelete: "set null" })

export const siteConfig = pgTable("site_config", {
  id: smallint("id").primaryKey().default(1),
  heroTitle: text("hero_title"),
  heroDescription: text("hero_description"),
  heroImageUrl: imageUrl("hero_image_url"),
  heroImageAlt: text("hero_image_alt").notNull().default(""),
  companyName: text("company_name").notNull().default(DEFAULT_COMPANY_NAME),
  companyLogoUrl: imageUrl("company_logo_url"),
  companyIcon: text("company_icon", { enum: ["camera", "image", "aperture"] })
    .notNull()
    .default("camera"),
  companyAddress: text("company_address"),
  companyPhone: text("company_phone"),
  companyEmail: text("company_email"),
  companySiret: text("company_siret"),
  companyRcs: text("company_rcs"),
  googleBusinessId: text("google_business_id"),
  instagramUrl: text("instagram_url"),
  siteTitle: text("site_title"),
  siteDescription: text("site_description"),
  accentColor: text("accent_color"),
  hostingNotice: text("hosting_notice"),
  /** Unchanged demonstration claims, displayed as examples (D51). */
  exampleClaims: text("example_claims").array().$type<ClaimName[]>().notNull().default([]),
  ratingLabel: text("rating_label").notNull().default(""),
  phoneHelp: text("phone_help").notNull().default(""),
  setupTime: text("setup_time").notNull().default(""),
  opensAt: text("opens_at"),
  closesAt: text("closes_at"),
  accessibilityPercent: smallint("accessibility_percent").notNull().default(85),
  accessibilityAuditedOn: day("accessibility_audited_on"),
  accessibilityAuditedBy: text("accessibility_audited_by"),
  legalForm: text("legal_form"),
  shareCapital: text("share_capital"),
  vatNumber: text("vat_number"),
  publicationDirector: text("publication_director"),
  mediatorName: text("mediator_name"),
  mediatorUrl: text("mediator_url"),
  insurance: text("insurance"),
  confirmedSteps: text("confirmed_steps").array().$type<ConfirmedStep[]>().notNull().default([]),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const aboutPageContent = pgTable("about_page_content", {
  id: smallint("id").primaryKey().default(1),
  title: text("title").notNull(),
  content: text("content").notNull(),
  imageUrl: imageUrl("image_url"),
  cloudWithout: text("cloud_without").notNull().default(""),
  updatedAt: updatedAt(),
})

export const servicesPageContent = pgTable("services_page_content", {
  id: smallint("id").primaryKey().default(1),
  title: text("title").notNull(),
  content: text("content").notNull(),
  updatedAt: updatedAt(),
})

export const servicesPageImages = pgTable("services_page_images", {
  id: randomId(),
  imageUrl: text("image_url")
    .notNull()
    .references(() => images.url, { onUpdate: "cascade", onDelete: "cascade" }),
  caption: text("caption").notNull().default(""),
  imageAlt: text("image_alt").notNull().default(""),
  order: integer("order").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const testimonials = pgTable("testimonials", {
  id: randomId(),
  author: text("author").notNull(),
  rating: smallint("rating").notNull().default(5),
  day: day("day").notNull(),
  text: text("text").notNull(),
  imageUrl: imageUrl("image_url"),
  order: integer("order").notNull().default(0),
  isExample: boolean("is_example").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const faqEntries = pgTable("faq_entries", {
  id: randomId(),
  slug: text("slug").notNull().unique(),
  theme: text("theme").notNull(),
  question: text("question").notNull(),
  answer: text("answer").notNull(),
  order: integer("order").notNull().default(0),
  isPublished: boolean("is_published").notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Append-only (D24); `filled` may be added once (D44). */
export const legalTexts = pgTable("legal_texts", {
  id: randomId(),
  page: text("page", { enum: legalPages }).notNull(),
  version: integer("version").notNull(),
  title: text("title").notNull(),
  content: text("content").notNull(),
  facts: jsonb("facts").$type<LegalFacts>(),
  /** The exact text once frozen (D44). */
  filled: text("filled"),
  sha256: text("sha256"),
  publishedAt: instant("published_at").notNull().defaultNow(),
  createdBy: id<ProfileId>("created_by"),
})

export const contactMessages = pgTable("contact_messages", {
  id: randomId(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  phone: text("phone"),
  message: text("message").notNull(),
  eventDay: day("event_day"),
  place: text("place").notNull().default(""),
  eventKind: text("event_kind").notNull().default("").$type<EventKind | "">(),
  guests: integer("guests"),
  status: text("status", { enum: ["new", "answered", "archived"] })
    .notNull()
    .default("new"),
  answer: text("answer"),
  answeredAt: instant("answered_at"),
  answeredBy: id<ProfileId>("answered_by"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const newsletterSubscriptions = pgTable("newsletter_subscriptions", {
  id: randomId(),
  email: text("email").notNull().unique(),
  token: text("token").notNull().unique(),
  status: text("status", { enum: ["pending", "confirmed", "unsubscribed"] })
    .notNull()
    .default("pending"),
  requestedAt: instant("requested_at").notNull().defaultNow(),
  confirmedAt: instant("confirmed_at"),
  unsubscribedAt: instant("unsubscribed_at"),
})
