import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { createdAt, instant, randomId, updatedAt } from "./columns.ts"

export const users = pgTable("users", {
  id: randomId(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  disabledAt: instant("disabled_at"),
  /** An administrator whose password is too short for one (D16). */
  passwordRenewalDue: boolean("password_renewal_due").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const sessions = pgTable("sessions", {
  id: randomId(),
  token: text("token").notNull().unique(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const credentials = pgTable("credentials", {
  id: randomId(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: instant("access_token_expires_at"),
  refreshTokenExpiresAt: instant("refresh_token_expires_at"),
  scope: text("scope"),
  password: text("password"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const verifications = pgTable("verifications", {
  id: randomId(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** The id equals the user's; it outlives a deleted user, pseudonymised (D31). */
export const profiles = pgTable("profiles", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  role: text("role", { enum: ["user", "admin"] })
    .notNull()
    .default("user"),
  street: text("street"),
  zipCode: text("zip_code"),
  city: text("city"),
  addressInstructions: text("address_instructions"),
  phone: text("phone"),
  clientType: text("client_type", { enum: ["individual", "business"] })
    .notNull()
    .default("individual"),
  businessName: text("business_name"),
  businessSiret: text("business_siret"),
  businessVat: text("business_vat"),
  businessContactName: text("business_contact_name"),
  termsAcceptedAt: instant("terms_accepted_at"),
  termsVersion: text("terms_version"),
  lastSignInAt: instant("last_sign_in_at"),
  isExample: boolean("is_example").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const sharedAccounts = pgTable("shared_accounts", {
  id: randomId(),
  ownerId: uuid("owner_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  sharedWithId: uuid("shared_with_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  permissions: text("permissions").array().$type<("view" | "book")[]>().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const throttles = pgTable("throttles", {
  key: text("key").primaryKey(),
  attempts: integer("attempts").notNull(),
  windowEndsAt: instant("window_ends_at").notNull(),
  blockedUntil: instant("blocked_until"),
})
