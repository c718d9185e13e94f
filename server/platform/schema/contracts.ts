import type { ContractId, BookingId, ProfileId } from "../../../domain/id.ts"
import { bigint, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { EvidenceKind } from "../../../domain/contracts/evidence.ts"
import { profiles } from "./accounts.ts"
import { bookings, contracts } from "./bookings.ts"
import { id, instant, randomId } from "./columns.ts"

type Details = Record<string, unknown>

/** Append-only; ids and hashes only (D26, D52). */
export const contractEvidence = pgTable("contract_evidence", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  contractId: id<ContractId>("contract_id")
    .notNull()
    .references(() => contracts.id),
  at: instant("at").notNull(),
  kind: text("kind").$type<EvidenceKind>().notNull(),
  details: jsonb("details").$type<Details>().notNull().default({}),
})

/** `personal` is null once erased. */
export const contractEvidenceDetails = pgTable("contract_evidence_details", {
  evidenceId: bigint("evidence_id", { mode: "number" })
    .primaryKey()
    .references(() => contractEvidence.id),
  personal: jsonb("personal").$type<Details>().default({}),
})

/** A capability for one booking and purpose (D56). */
export const bookingLinks = pgTable("booking_links", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  purpose: text("purpose", { enum: ["read", "sign", "pay", "deposit", "insurance"] }).notNull(),
  digest: text("digest").notNull().unique(),
  madeAt: instant("made_at").notNull(),
  endsAt: instant("ends_at").notNull(),
  /** From then on the link only shows the booking. */
  usedAt: instant("used_at"),
  revokedAt: instant("revoked_at"),
})

export const signingCodes = pgTable("signing_codes", {
  contractId: id<ContractId>("contract_id")
    .primaryKey()
    .references(() => contracts.id),
  accountId: id<ProfileId>("account_id")
    .notNull()
    .references(() => profiles.id),
  /** Keyed with the shop's secret. */
  digest: text("digest").notNull(),
  attempts: integer("attempts").notNull().default(0),
  madeAt: instant("made_at").notNull(),
  endsAt: instant("ends_at").notNull(),
  provedAt: instant("proved_at"),
})
