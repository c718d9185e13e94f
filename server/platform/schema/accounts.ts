import type { ProfileId } from "../../../domain/id.ts"
import { sql } from "drizzle-orm"
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import type { BackOfficeRole, StaffRole } from "../../../domain/accounts/staff-roles.ts"
import type { CarriedDraft } from "../../../domain/booking/carried-draft.ts"
import { rightsKinds, rightsOutcomes } from "../../../domain/accounts/rights.ts"
import type { WayToUs } from "../../../domain/leads/lead.ts"
import { createdAt, day, id, instant, randomId, updatedAt } from "./columns.ts"

export const users = pgTable("users", {
  id: randomId<ProfileId>(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  emailVerified: boolean("email_verified").notNull().default(false),
  disabledAt: instant("disabled_at"),
  /** True while an administrator's password is shorter than required (D16). */
  passwordRenewalDue: boolean("password_renewal_due").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const sessions = pgTable("sessions", {
  id: randomId(),
  tokenDigest: text("token_digest").notNull().unique(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  userAgent: text("user_agent"),
  actingFor: id<ProfileId>("acting_for").references(() => profiles.id, { onDelete: "set null" }),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const credentials = pgTable("credentials", {
  userId: id<ProfileId>("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  passwordHash: text("password_hash").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const mailLinks = pgTable(
  "mail_links",
  {
    userId: id<ProfileId>("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["email-verification", "password", "sign-in"] }).notNull(),
    digest: text("digest").notNull().unique(),
    email: text("email").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  ({ userId, purpose }) => [primaryKey({ columns: [userId, purpose] })],
)

/** One row (D83). */
export const firstAdministratorLink = pgTable("first_administrator_link", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  digest: text("digest").notNull(),
  expiresAt: instant("expires_at").notNull(),
})

/** Needs confirmation from both addresses (D54). */
export const emailChanges = pgTable("email_changes", {
  userId: id<ProfileId>("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  newEmail: text("new_email").notNull(),
  oldDigest: text("old_digest").notNull().unique(),
  newDigest: text("new_digest").notNull().unique(),
  oldConfirmedAt: instant("old_confirmed_at"),
  newConfirmedAt: instant("new_confirmed_at"),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
})

/** TOTP (D17) */
export const secondFactors = pgTable("second_factors", {
  userId: id<ProfileId>("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  encryptedKey: text("encrypted_key").notNull(),
  /** null until a first code was right. */
  confirmedAt: instant("confirmed_at"),
  /** Prevents the replay of a code. */
  lastStep: integer("last_step").notNull().default(0),
  createdAt: createdAt(),
})

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: id<ProfileId>("user_id")
      .notNull()
      .references(() => secondFactors.userId, { onDelete: "cascade" }),
    digest: text("digest").notNull(),
  },
  ({ userId, digest }) => [primaryKey({ columns: [userId, digest] })],
)

export const pendingSignIns = pgTable("pending_sign_ins", {
  digest: text("digest").primaryKey(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  expiresAt: instant("expires_at").notNull(),
  carried: jsonb("carried").$type<CarriedDraft>(),
})

export const passkeys = pgTable("passkeys", {
  id: text("id").primaryKey(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  /** COSE, base64url. */
  publicKey: text("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull(),
  name: text("name").notNull(),
  createdAt: createdAt(),
  lastUsedAt: instant("last_used_at"),
})

export const passkeyChallenges = pgTable("passkey_challenges", {
  digest: text("digest").primaryKey(),
  challenge: text("challenge").notNull(),
  userId: id<ProfileId>("user_id").references(() => users.id, { onDelete: "cascade" }),
  expiresAt: instant("expires_at").notNull(),
})

export const signInSettings = pgTable("sign_in_settings", {
  id: smallint("id").primaryKey().default(1),
  secondFactorRoles: text("second_factor_roles").array().notNull().default([]).$type<BackOfficeRole[]>(),
  updatedAt: updatedAt(),
})

/** Same id as the user; outlives a deleted user, pseudonymised (D31). */
export const profiles = pgTable("profiles", {
  id: id<ProfileId>("id").primaryKey(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  role: text("role", { enum: ["user", "admin"] })
    .notNull()
    .default("user"),
  staffRole: text("staff_role").$type<StaffRole>(),
  street: text("street"),
  zipCode: text("zip_code"),
  city: text("city"),
  addressInstructions: text("address_instructions"),
  placeName: text("place_name"),
  /** The home, or a company's seat (D70); `street`, `zipCode` and `city` are a saved place. */
  homeStreet: text("home_street"),
  homeZipCode: text("home_zip_code"),
  homeCity: text("home_city"),
  phone: text("phone"),
  clientType: text("client_type", { enum: ["individual", "business"] })
    .notNull()
    .default("individual"),
  businessName: text("business_name"),
  businessSiret: text("business_siret"),
  businessSiren: text("business_siren").generatedAlwaysAs(sql`left(business_siret, 9)`),
  businessVat: text("business_vat"),
  businessContactName: text("business_contact_name"),
  termsAcceptedAt: instant("terms_accepted_at"),
  termsVersion: text("terms_version"),
  lastSignInAt: instant("last_sign_in_at"),
  isExample: boolean("is_example").notNull().default(false),
  dormantToldAt: instant("dormant_told_at"),
  eraseOn: date("erase_on"),
  erasedAt: instant("erased_at"),
  /** Cents, for reports; null for customers. */
  hourlyCost: integer("hourly_cost"),
  mailDayBefore: boolean("mail_day_before").notNull().default(true),
  mailThanks: boolean("mail_thanks").notNull().default(true),
  heardFrom: text("heard_from").notNull().default("").$type<WayToUs | "">(),
  /** The `utm_source` of the link that brought the customer. */
  campaign: text("campaign").notNull().default(""),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const customerNotes = pgTable("customer_notes", {
  id: id("id").primaryKey(),
  profileId: id<ProfileId>("profile_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  authorId: id<ProfileId>("author_id").references(() => profiles.id),
  authorName: text("author_name").notNull(),
  body: text("body").notNull(),
  createdAt: createdAt(),
})

export const dataExports = pgTable("data_exports", {
  id: randomId(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  state: text("state", { enum: ["waiting", "ready", "failed"] })
    .notNull()
    .default("waiting"),
  progress: smallint("progress").notNull().default(0),
  fileKey: text("file_key"),
  bytes: bigint("bytes", { mode: "number" }),
  askedAt: instant("asked_at").notNull(),
  readyAt: instant("ready_at"),
  endsAt: instant("ends_at"),
})

/** GDPR requests (D31) */
export const rightsRequests = pgTable("rights_requests", {
  id: randomId(),
  number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity().unique(),
  profileId: id<ProfileId>("profile_id").references(() => profiles.id, { onDelete: "set null" }),
  name: text("name").notNull(),
  email: text("email").notNull(),
  kind: text("kind", { enum: rightsKinds }).notNull(),
  message: text("message").notNull().default(""),
  receivedOn: day("received_on").notNull(),
  dueOn: day("due_on").notNull(),
  extendedAt: instant("extended_at"),
  extensionReason: text("extension_reason"),
  answeredAt: instant("answered_at"),
  answer: text("answer"),
  outcome: text("outcome", { enum: rightsOutcomes }),
  createdAt: createdAt(),
})

export const sharedAccounts = pgTable("shared_accounts", {
  id: randomId(),
  ownerId: id<ProfileId>("owner_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  sharedWithId: id<ProfileId>("shared_with_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  permissions: text("permissions").array().$type<SharingPermission[]>().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const throttles = pgTable("throttles", {
  key: text("key").primaryKey(),
  attempts: integer("attempts").notNull(),
  windowEndsAt: instant("window_ends_at").notNull(),
  blockedUntil: instant("blocked_until"),
})
