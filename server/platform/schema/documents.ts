import { pgTable, text } from "drizzle-orm/pg-core"
import { createdAt, instant, randomId } from "./columns.ts"

/** Append-only; the newest is in use. */
export const signingCertificates = pgTable("signing_certificates", {
  id: randomId(),
  certificate: text("certificate").notNull(),
  /** PKCS #8 in base64, encrypted. */
  privateKey: text("private_key").notNull(),
  endsAt: instant("ends_at").notNull(),
  createdAt: createdAt(),
})
