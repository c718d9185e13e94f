import { pgTable, text } from "drizzle-orm/pg-core"
import { createdAt, instant, randomId } from "./columns.ts"

/** What the company's seal is made with, the newest in use: append-only. */
export const signingCertificates = pgTable("signing_certificates", {
  id: randomId(),
  /** DER in base64. */
  certificate: text("certificate").notNull(),
  /** PKCS #8 in base64, sealed (server/platform/secrets/sealed.ts). */
  privateKey: text("private_key").notNull(),
  endsAt: instant("ends_at").notNull(),
  createdAt: createdAt(),
})
