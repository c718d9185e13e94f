import type { OptionId, ProductId } from "../../../domain/id.ts"
import { fallbacks } from "../../../domain/catalog/product-fields.ts"
import { productKinds } from "../../../domain/catalog/product-kinds.ts"
import type { Kilometres } from "../../../domain/delivery/delivery.ts"
import type { ManualSection } from "../../../domain/catalog/manual.ts"
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core"
import type { ClockTime } from "../../../domain/clock.ts"
import { optionUnits } from "../../../domain/pricing/options.ts"
import { everyWeekday, ratePlanKinds } from "../../../domain/pricing/rate-plan.ts"
import { cents, createdAt, id, instant, randomId, updatedAt } from "./columns.ts"
import { films, images } from "./content.ts"

const imageUrl = () => text("image_url").references(() => images.url, { onUpdate: "cascade", onDelete: "set null" })

export const products = pgTable("products", {
  id: randomId<ProductId>(),
  kind: text("kind", { enum: productKinds }).notNull().default("machine"),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  /** In cents, always whole euros, and for one day. */
  price: cents("price").notNull().default(0),
  imageUrl: imageUrl(),
  imageAlt: text("image_alt").notNull().default(""),
  features: text("features").array().notNull().default([]),
  isActive: boolean("is_active").notNull().default(false),
  manualUrl: text("manual_url"),
  photoPackPrice: cents("photo_pack_price").notNull().default(fallbacks.photoPackPrice),
  photoPackQuantity: integer("photo_pack_quantity").notNull().default(fallbacks.photoPackQuantity),
  includedPhotos: integer("included_photos"),
  /** Shifts planned beside delivery and collection (D72). */
  needsInstaller: boolean("needs_installer").notNull().default(false),
  needsHost: boolean("needs_host").notNull().default(false),
  stock: integer("stock").notNull().default(1),
  /** Kept by the database, from `units`. */
  retiredUnits: smallint("retired_units").array().notNull().default([]),
  preparationDaysBefore: integer("preparation_days_before").notNull().default(0),
  preparationDaysAfter: integer("preparation_days_after").notNull().default(0),
  securityDeposit: cents("security_deposit").notNull().default(0),
  asksInsurance: boolean("asks_insurance").notNull().default(false),
  minimumNoticeDays: integer("minimum_notice_days").notNull().default(0),
  furthestDays: integer("furthest_days"),
  /** D67 */
  instantBooking: boolean("instant_booking").notNull().default(false),
  instantNoticeDays: integer("instant_notice_days").notNull().default(0),
  /** Round trip. */
  instantMaximumKm: integer("instant_maximum_km").$type<Kilometres>(),
  instantMaximumTotal: cents("instant_maximum_total"),
  seoTitle: text("seo_title"),
  seoDescription: text("seo_description"),
  order: integer("order").notNull().default(0),
  archivedAt: instant("archived_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const productPictures = pgTable("product_pictures", {
  id: randomId(),
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id, { onDelete: "cascade" }),
  imageUrl: text("image_url")
    .notNull()
    .references(() => images.url, { onUpdate: "cascade", onDelete: "cascade" }),
  filmUrl: text("film_url").references(() => films.url, { onUpdate: "cascade", onDelete: "cascade" }),
  imageAlt: text("image_alt").notNull().default(""),
  caption: text("caption").notNull().default(""),
  order: integer("order").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const productOptions = pgTable("product_options", {
  id: randomId<OptionId>(),
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id, { onDelete: "cascade" }),
  parentOptionId: id<OptionId>("parent_option_id"),
  name: text("name").notNull().default("Nouvelle option"),
  description: text("description").notNull().default(""),
  price: cents("price").notNull().default(0),
  unit: text("unit", { enum: optionUnits }).notNull().default("unit"),
  imageUrl: imageUrl(),
  quantityStep: integer("quantity_step").notNull().default(1),
  minQuantity: integer("min_quantity").notNull().default(0),
  maxQuantity: integer("max_quantity"),
  staysWithClient: boolean("stays_with_client").notNull().default(false),
  isOnce: boolean("is_once").notNull().default(false),
  choiceGroup: text("choice_group").notNull().default(""),
  accessoryId: id<ProductId>("accessory_id").references(() => products.id),
  order: integer("order").notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const bundleParts = pgTable(
  "bundle_parts",
  {
    bundleId: id<ProductId>("bundle_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    partId: id<ProductId>("part_id")
      .notNull()
      .references(() => products.id),
    units: smallint("units").notNull().default(1),
    order: smallint("order").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.bundleId, table.partId] })],
)

export const ratePlans = pgTable("rate_plans", {
  id: randomId(),
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: ratePlanKinds }).notNull(),
  name: text("name").notNull(),
  sentence: text("sentence").notNull().default(""),
  includes: text("includes").array().notNull().default([]),
  weekdays: smallint("weekdays")
    .array()
    .notNull()
    .default([...everyWeekday]),
  minimumNotice: smallint("minimum_notice").notNull().default(0),
  steps: smallint("steps").array(),
  minimumDays: smallint("minimum_days"),
  maximumDays: smallint("maximum_days"),
  days: smallint("days"),
  hours: smallint("hours"),
  startTimes: text("start_times").array().$type<ClockTime[]>(),
  extraHourPrice: cents("extra_hour_price"),
  maximumExtraHours: smallint("maximum_extra_hours"),
  setUpMinutes: smallint("set_up_minutes"),
  takeDownMinutes: smallint("take_down_minutes"),
  price: cents("price"),
  order: integer("order").notNull().default(0),
  isActive: boolean("is_active").notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const productManuals = pgTable("product_manuals", {
  productId: id<ProductId>("product_id")
    .primaryKey()
    .references(() => products.id, { onDelete: "cascade" }),
  content: jsonb("content").$type<{ sections: ManualSection[] }>().notNull().default({ sections: [] }),
  updatedAt: updatedAt(),
})
