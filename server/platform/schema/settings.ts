import { boolean, date, doublePrecision, integer, jsonb, numeric, pgTable, smallint, text } from "drizzle-orm/pg-core"
import type { CancellationTier } from "../../../domain/finance/cancellation-labels.ts"
import type { ClockTime } from "../../../domain/clock.ts"
import { defaultDeliveryRule, type Kilometres } from "../../../domain/delivery/delivery.ts"
import { defaultMaxSecurityDeposit } from "../../../domain/finance/security-deposit.ts"
import type { Day } from "../../../domain/day.ts"
import { defaultShopHours } from "../../../domain/rental/shop-hours.ts"
import { profiles } from "./accounts.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { cents, createdAt, id, instant, updatedAt } from "./columns.ts"

export const financeSettings = pgTable("finance_settings", {
  id: smallint("id").primaryKey().default(1),
  deliveryFeePerKm: cents("delivery_fee_per_km").notNull().default(defaultDeliveryRule.feePerKm),
  freeDeliveryThreshold: numeric("free_delivery_threshold", { precision: 7, scale: 1, mode: "number" })
    .$type<Kilometres>()
    .notNull()
    .default(defaultDeliveryRule.freeThresholdKm),
  maximumDeliveryDistance: integer("maximum_delivery_distance").$type<Kilometres>(),
  /** Also from Corsica to the mainland (D46). */
  deliversToCorsica: boolean("delivers_to_corsica").notNull().default(false),
  warehouseStreet: text("warehouse_street").notNull().default(""),
  warehouseZipCode: text("warehouse_zip_code").notNull().default(""),
  warehouseCity: text("warehouse_city").notNull().default(""),
  warehouseLat: doublePrecision("warehouse_lat"),
  warehouseLng: doublePrecision("warehouse_lng"),
  warehousePlace: text("warehouse_place"),
  warehousePrecision: text("warehouse_precision", { enum: ["exact", "street", "commune"] }),
  vatMode: text("vat_mode", { enum: ["franchise", "included"] })
    .notNull()
    .default("included"),
  vatRate: integer("vat_rate").notNull().default(2000),
  vatOnDebits: boolean("vat_on_debits").notNull().default(false),
  downPaymentPercent: integer("down_payment_percent").notNull().default(30),
  balanceDaysBefore: integer("balance_days_before").notNull().default(7),
  cancellationTiers: jsonb("cancellation_tiers")
    .$type<CancellationTier[]>()
    .notNull()
    .default([
      { daysBefore: 30, refundPercent: 100 },
      { daysBefore: 14, refundPercent: 50 },
      { daysBefore: 0, refundPercent: 0 },
    ]),
  withdrawalDays: integer("withdrawal_days").notNull().default(14),
  pendingExpiryDays: integer("pending_expiry_days").notNull().default(7),
  quoteValidityDays: smallint("quote_validity_days").notNull().default(30),
  /** Days after sending; 0 for none. */
  quoteReminderDays: smallint("quote_reminder_days").notNull().default(3),
  quoteSecondReminderDays: smallint("quote_second_reminder_days").notNull().default(10),
  /** Days before the end; 0 for none. */
  quoteLastReminderDays: smallint("quote_last_reminder_days").notNull().default(1),
  downPaymentInvoiceDays: smallint("down_payment_invoice_days").notNull().default(8),
  /** The hour in Europe/Paris (D61). */
  rentalDayStartsAt: smallint("rental_day_starts_at").notNull().default(defaultShopHours.rentalDayStartsAt),
  deliveryFrom: text("delivery_from").$type<ClockTime>().notNull().default(defaultShopHours.deliveryFrom),
  deliveryTo: text("delivery_to").$type<ClockTime>().notNull().default(defaultShopHours.deliveryTo),
  collectionFrom: text("collection_from").$type<ClockTime>().notNull().default(defaultShopHours.collectionFrom),
  collectionTo: text("collection_to").$type<ClockTime>().notNull().default(defaultShopHours.collectionTo),
  /** For all products of a booking together. */
  maxSecurityDeposit: cents("max_security_deposit").notNull().default(defaultMaxSecurityDeposit),
  iban: text("iban"),
  bic: text("bic"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const legalRates = pgTable("legal_rates", {
  since: date("since").$type<Day>().primaryKey(),
  basisPoints: integer("basis_points").notNull(),
  notedAt: instant("noted_at").notNull(),
  notedBy: id<ProfileId>("noted_by")
    .notNull()
    .references(() => profiles.id),
})
