import type { ProfileId } from "../../../domain/id.ts"
import { legalPages } from "../../../domain/content/legal-pages.ts"
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

/** Short films; what shows one has a picture to wait with. */
export const films = pgTable("films", {
  url: text("url").primaryKey(),
  bucket: text("bucket").notNull(),
  path: text("path").notNull(),
  mimetype: text("mimetype", { enum: ["video/mp4", "video/webm"] }).notNull(),
  /** Bytes. */
  size: integer("size").notNull(),
  /** As it is shown, in pixels. */
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  /** Null when the file does not say. */
  seconds: doublePrecision("seconds"),
  createdAt: createdAt(),
})

const imageUrl = (name: string) =>
  text(name).references(() => images.url, { onUpdate: "cascade", onDelete: "set null" })

/** The one row of the site's configuration: every name and text that a company makes its own. */
export const siteConfig = pgTable("site_config", {
  id: smallint("id").primaryKey().default(1),
  heroTitle: text("hero_title"),
  heroDescription: text("hero_description"),
  heroImageUrl: imageUrl("hero_image_url"),
  heroImageAlt: text("hero_image_alt").notNull().default(""),
  companyName: text("company_name").notNull().default("Guinguette"),
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
  /** Claims that came with the demonstration and that nobody has changed: shown as examples (D51). */
  exampleClaims: text("example_claims").array().$type<ClaimName[]>().notNull().default([]),
  /** Empty: the owner claims nothing; so for the two after it. */
  ratingLabel: text("rating_label").notNull().default(""),
  phoneHelp: text("phone_help").notNull().default(""),
  setupTime: text("setup_time").notNull().default(""),
  /** Every day, Paris time, "09:00"; nothing is said of it unless both are there. */
  opensAt: text("opens_at"),
  closesAt: text("closes_at"),
  /** Of the criteria that apply: 85 is 85 %. */
  accessibilityPercent: smallint("accessibility_percent").notNull().default(85),
  /** Without a date and an author, the statement says "non audité" (D51). */
  accessibilityAuditedOn: day("accessibility_audited_on"),
  accessibilityAuditedBy: text("accessibility_audited_by"),
  legalForm: text("legal_form"),
  shareCapital: text("share_capital"),
  vatNumber: text("vat_number"),
  publicationDirector: text("publication_director"),
  mediatorName: text("mediator_name"),
  mediatorUrl: text("mediator_url"),
  insurance: text("insurance"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const aboutPageContent = pgTable("about_page_content", {
  id: smallint("id").primaryKey().default(1),
  title: text("title").notNull(),
  content: text("content").notNull(),
  imageUrl: imageUrl("image_url"),
  /** Words that the cloud leaves out, as they were typed. */
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

/** Append-only: each save is a new version (D24). Only what it said, while that is missing, can be added, once (D44). */
export const legalTexts = pgTable("legal_texts", {
  id: randomId(),
  page: text("page", { enum: legalPages }).notNull(),
  version: integer("version").notNull(),
  title: text("title").notNull(),
  content: text("content").notNull(),
  /**
   * What its placeholders stood for when it was published. Null in the house's first version, and in those older than
   * the column, until another follows: they then keep what they stood for on their last day.
   */
  facts: jsonb("facts").$type<LegalFacts>(),
  /** What it said word for word, in Markdown, once it is frozen (D44); null while nobody has accepted the house's own. */
  filled: text("filled"),
  /** SHA-256 of its file, which `legalFile` makes, in lower-case hexadecimal. */
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
