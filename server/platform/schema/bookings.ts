import type { BookingId, CartId, CartItemId, ContractId, ProductId, ProfileId } from "../../../domain/id.ts"
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core"
import type { CompanyOrder } from "../../../domain/accounts/company-order.ts"
import type { Agreement } from "../../../domain/booking/agreement.ts"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import { bookingStatuses, paymentStatuses } from "../../../domain/booking/status.ts"
import type { BookedState } from "../../../domain/contracts/booked-state.ts"
import { contractStatuses, signingWays } from "../../../domain/booking/contract-status.ts"
import { type Kilometres, unknownDistances } from "../../../domain/delivery/delivery.ts"
import type { StoredPrice } from "../../../domain/pricing/stored-price.ts"
import type { ClockTime } from "../../../domain/clock.ts"
import type { BookedPlan } from "../../../domain/pricing/rate-plan.ts"
import type { RentalPart } from "../../../domain/rental/parts.ts"
import type { HandoverWindows, StoredOptions } from "../../../domain/rental/rental.ts"
import { profiles } from "./accounts.ts"
import { products } from "./catalog.ts"
import { cents, createdAt, day, days, id, instant, periods, randomId, updatedAt } from "./columns.ts"

export const carts = pgTable("carts", {
  id: randomId<CartId>(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  expiresAt: instant("expires_at").notNull(),
  /** Extensions by 30 minutes (D49). */
  extended: smallint("extended").notNull().default(0),
  /** Honoured while the cart holds just what was shown (D66). */
  shownPriceId: id("shown_price_id"),
  createdAt: createdAt(),
})

export const cartItems = pgTable("cart_items", {
  id: randomId<CartItemId>(),
  cartId: id<CartId>("cart_id")
    .notNull()
    .references(() => carts.id, { onDelete: "cascade" }),
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id, { onDelete: "cascade" }),
  dates: days("dates").notNull(),
  /** null for the usual way by the day. */
  planId: id("plan_id"),
  startTime: text("start_time").$type<ClockTime>(),
  extraHours: smallint("extra_hours").notNull().default(0),
  options: jsonb("options").$type<{ optionId: string; quantity: number }[]>().notNull().default([]),
  photoPacks: integer("photo_packs").notNull().default(0),
  createdAt: createdAt(),
})

export const bookings = pgTable("bookings", {
  id: randomId<BookingId>(),
  number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => profiles.id),
  /** The first rental's. */
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id),
  /** All rentals' together. */
  dates: days("dates").notNull(),
  firstDay: day("first_day").notNull(),
  lastDay: day("last_day").notNull(),
  /** The last collection (D61); the booking is over after it. */
  returnsOn: day("returns_on").notNull(),
  status: text("status", { enum: bookingStatuses }).notNull().default("pending"),
  /** Maintained by a trigger. */
  paymentStatus: text("payment_status", { enum: paymentStatuses }).notNull().default("none"),
  /** All rentals' together. */
  productName: text("product_name").notNull(),
  /** The first rental's. */
  options: jsonb("options").$type<StoredOptions>().notNull().default({ items: [], total: 0 }),
  total: cents("total").notNull(),
  /** A constraint ties it to the total. */
  priceLines: jsonb("price_lines").$type<StoredPrice>().notNull(),
  isDelivery: boolean("is_delivery").notNull(),
  address: jsonb("address").$type<BookingAddress>().notNull(),
  /** Round trip, in kilometres. */
  distance: integer("distance").$type<Kilometres>().notNull().default(0),
  distanceToConfirm: boolean("distance_to_confirm").notNull().default(false),
  /** null when the distance was not measured from the address (D46). */
  addressPrecision: text("address_precision", { enum: ["exact", "street", "commune", ...unknownDistances] }),
  addressCentre: text("address_centre"),
  deliveryFee: cents("delivery_fee").notNull().default(0),
  customerNote: text("customer_note"),
  internalNote: text("internal_note"),
  idempotencyKey: id("idempotency_key").notNull(),
  /** Numbers the bookings that one cart became (D60). */
  orderPart: smallint("order_part").notNull().default(1),
  company: jsonb("company").$type<CompanyOrder>(),
  termsVersion: text("terms_version"),
  earlyPerformanceRequestedAt: instant("early_performance_requested_at"),
  withdrawalLossAcknowledgedAt: instant("withdrawal_loss_acknowledged_at"),
  placedBy: id<ProfileId>("placed_by").references(() => profiles.id),
  requestedAt: instant("requested_at").notNull(),
  answerDueAt: instant("answer_due_at").notNull(),
  expiresAt: instant("expires_at"),
  /** Maintained by a trigger (D12). */
  contractDueAt: instant("contract_due_at"),
  confirmedAt: instant("confirmed_at"),
  /** Confirmed by the system when it was placed (D67). */
  isInstant: boolean("is_instant").notNull().default(false),
  agreement: jsonb("agreement").$type<Agreement>(),
  isExample: boolean("is_example").notNull().default(false),
  /** Play money: never in the real books (D73). */
  isDemonstration: boolean("is_demonstration").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const rentals = pgTable(
  "rentals",
  {
    bookingId: id<BookingId>("booking_id")
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    position: smallint("position").notNull(),
    productId: id<ProductId>("product_id")
      .notNull()
      .references(() => products.id),
    productName: text("product_name").notNull(),
    dates: days("dates").notNull(),
    plan: jsonb("plan").$type<BookedPlan>(),
    periods: periods("during").notNull(),
    windows: jsonb("windows").$type<HandoverWindows>(),
    dailyPrice: cents("daily_price").notNull(),
    options: jsonb("options").$type<StoredOptions>().notNull().default({ items: [], total: 0 }),
    parts: jsonb("parts").$type<readonly RentalPart[]>().notNull().default([]),
    photoPacks: integer("photo_packs").notNull().default(0),
    photoPackPrice: cents("photo_pack_price").notNull(),
    photoPackQuantity: integer("photo_pack_quantity").notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.position] })],
)

/** Maintained by triggers. */
export const bookingSearch = pgTable("booking_search", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id, { onDelete: "cascade" }),
  client: text("client").notNull(),
  words: text("words").notNull(),
})

export const bookingNotes = pgTable("booking_notes", {
  id: id("id").primaryKey(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id, { onDelete: "cascade" }),
  authorId: id<ProfileId>("author_id").references(() => profiles.id),
  authorName: text("author_name").notNull(),
  body: text("body").notNull(),
  createdAt: createdAt(),
})

/** A trigger forbids changes (D26, D52). */
export const contracts = pgTable("contracts", {
  id: randomId<ContractId>(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  version: integer("version").notNull(),
  templateVersion: integer("template_version"),
  /** null once erased. */
  content: text("content"),
  sha256: text("sha256").notNull(),
  priceLines: jsonb("price_lines").$type<StoredPrice>().notNull(),
  total: cents("total").notNull(),
  agreement: jsonb("agreement").$type<Agreement>().notNull(),
  status: text("status", { enum: contractStatuses }).notNull().default("prepared"),
  clientType: text("client_type", { enum: ["individual", "business"] }),
  createdAt: createdAt(),
  sentAt: instant("sent_at"),
  /** null when it was not sent (D12). */
  dueAt: instant("due_at"),
  remindedAt: instant("reminded_at"),
  signedAt: instant("signed_at"),
  signedHow: text("signed_how", { enum: signingWays }),
  booked: jsonb("booked").$type<BookedState>(),
  pdfKey: text("pdf_key"),
  pdfSha256: text("pdf_sha256"),
  sealedKey: text("sealed_key"),
  sealedSha256: text("sealed_sha256"),
})

/** Append-only (D26). */
export const contractTemplates = pgTable("contract_templates", {
  id: randomId(),
  version: integer("version").notNull(),
  title: text("title").notNull(),
  content: text("content").notNull(),
  publishedAt: instant("published_at").notNull().defaultNow(),
  createdBy: id<ProfileId>("created_by"),
})

export const bookingDrafts = pgTable("booking_drafts", {
  id: randomId(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  /** null when the draft is for the whole cart (D13). */
  productId: id<ProductId>("product_id").references(() => products.id, { onDelete: "cascade" }),
  placeName: text("place_name").notNull().default(""),
  street: text("street").notNull().default(""),
  zipCode: text("zip_code").notNull().default(""),
  city: text("city").notNull().default(""),
  instructions: text("instructions").notNull().default(""),
  isDelivery: boolean("is_delivery"),
  typedAt: instant("typed_at").notNull().defaultNow(),
  updatedAt: updatedAt(),
  createdAt: createdAt(),
})
