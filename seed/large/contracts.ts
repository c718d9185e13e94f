import { createHash, randomUUID } from "node:crypto"
import { eq, inArray } from "drizzle-orm"
import { effectiveTerms } from "../../domain/booking/agreement.ts"
import { clientAddressOf } from "../../domain/booking/home.ts"
import { contractDue } from "../../domain/booking/deadlines.ts"
import { contractFacts } from "../../domain/contracts/contract-facts.ts"
import type { Evidence } from "../../domain/contracts/evidence.ts"
import { fillTemplate } from "../../domain/content/legal-template.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId, ContractId } from "../../domain/id.ts"
import { readSiteConfig } from "../../server/shop/content/site.ts"
import { readContractTemplate } from "../../server/contracts/template.ts"
import { bookedState } from "../../server/contracts/versions.ts"
import { type RentedBooking, readRentals } from "../../server/booking-record/rentals.ts"
import type { Transaction } from "../../server/platform/database.server.ts"
import { environment } from "../../server/platform/environment.server.ts"
import { readFinanceSettings } from "../../server/shop/settings/queries.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { bookings, contracts } from "../../server/platform/schema/bookings.ts"
import { contractEvidence, contractEvidenceDetails } from "../../server/platform/schema/contracts.ts"
import { instalments } from "../../server/platform/schema/money.ts"
import { instalmentsOf } from "../booking-money.ts"
import { insertRows } from "./insert-rows.ts"

const MINUTE = 60_000
const BOOKINGS_AT_ONCE = 250

/** Returns false and writes nothing without a template; typesets no files. */
export async function insertContracts(tx: Transaction, ids: readonly BookingId[]): Promise<boolean> {
  const template = await readContractTemplate(null, tx)
  if (!template) return false
  const config = await readSiteConfig(tx)
  const finance = await readFinanceSettings(tx)
  const loadPart = (from: number) =>
    tx
      .select({ booking: bookings, client: profiles })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(inArray(bookings.id, ids.slice(from, from + BOOKINGS_AT_ONCE)))
      .execute()
  let next = loadPart(0)
  let previousInsert: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < ids.length; from += BOOKINGS_AT_ONCE) {
    const rows = await next
    // Queries the next part early, so that texts are rendered while PostgreSQL inserts.
    next = loadPart(from + BOOKINGS_AT_ONCE)
    const rentals = await readRentals(
      rows.map(({ booking }) => booking.id),
      tx,
    )
    const signed = rows.flatMap(({ booking: row, client }) => {
      const booking = { ...row, rentals: rentals.get(row.id) ?? [] }
      const { confirmedAt, agreement } = booking
      if (!confirmedAt || !agreement) return []
      const terms = effectiveTerms({ ...booking, securityDeposit: agreement.securityDeposit }, finance)
      const facts = contractFacts({
        booking: { ...booking, terms },
        client,
        config,
        finance,
        origin: environment.origin,
        at: confirmedAt,
        version: template.version,
        replaces: null,
      })
      return [
        signedContract(
          { booking, client, confirmedAt, agreement },
          fillTemplate(template.content, facts).text,
          template.version,
        ),
      ]
    })
    await previousInsert
    previousInsert = Promise.all([
      insertRows(
        tx,
        contracts,
        signed.map(({ contract }) => contract),
      ),
      insertRows(
        tx,
        instalments,
        signed.flatMap(({ due }) => due),
      ),
      insertTrails(tx, signed),
    ])
    // Prevents unhandled rejections: both are awaited one iteration later.
    previousInsert.catch(() => undefined)
    next.catch(() => undefined)
  }
  await Promise.all([previousInsert, next])
  return true
}

type Signing = {
  booking: RentedBooking
  client: typeof profiles.$inferSelect
  confirmedAt: Date
  agreement: NonNullable<(typeof bookings.$inferSelect)["agreement"]>
}

function signedContract(
  { booking, client, confirmedAt, agreement }: Signing,
  content: string,
  templateVersion: number,
) {
  const id: ContractId = randomUUID()
  const sha256 = createHash("sha256").update(content, "utf8").digest("hex")
  const sentAt = new Date(confirmedAt.getTime() + 2 * MINUTE)
  const signedAt = new Date(sentAt.getTime() + 180 * MINUTE)
  const dueAt = contractDue(sentAt, booking.firstDay)
  const today = dayInParis(confirmedAt)
  const linkId = randomUUID()
  const visit = { address: "192.0.2.1", userAgent: "Exemple de la démonstration" }
  const trail: { at: Date; line: Evidence }[] = [
    { at: confirmedAt, line: { kind: "made", details: { version: 1, sha256 } } },
    {
      at: sentAt,
      line: {
        kind: "sent",
        details: { linkId, dueAt: dueAt.toISOString(), mailId: null },
        personal: { email: client.email },
      },
    },
    {
      at: signedAt,
      line: {
        kind: "signed",
        details: {
          sha256,
          version: 1,
          termsVersion: booking.termsVersion,
          ticks: { terms: true, earlyPerformance: true, withdrawalLoss: true },
          how: "link",
          linkId,
        },
        personal: {
          ...visit,
          name: client.name,
          email: client.email,
          signature: { kind: "typed", text: client.name },
        },
      },
    },
  ]
  return {
    contract: {
      id,
      bookingId: booking.id,
      version: 1,
      templateVersion,
      content,
      sha256,
      priceLines: booking.priceLines,
      total: booking.total,
      agreement,
      booked: { ...bookedState(booking), clientAddress: clientAddressOf(client, booking) },
      clientType: client.clientType,
      status: "signed" as const,
      createdAt: confirmedAt,
      sentAt,
      dueAt,
      signedAt,
      signedHow: "link" as const,
    },
    // Sums due at once fall due at signature.
    due: instalmentsOf(booking).map((row) => ({
      ...row,
      contractId: id,
      dueOn: row.dueOn && row.dueOn <= today ? null : row.dueOn,
    })),
    trail,
  }
}

async function insertTrails(tx: Transaction, signed: readonly ReturnType<typeof signedContract>[]): Promise<void> {
  const lines = signed.flatMap(({ contract, trail }) =>
    trail.map(({ at, line }) => ({ contractId: contract.id, at, line })),
  )
  const ids = await insertRows(
    tx,
    contractEvidence,
    lines.map(({ contractId, at, line: { kind, details } }) => ({ contractId, at, kind, details: { ...details } })),
  )
  await insertRows(
    tx,
    contractEvidenceDetails,
    lines.flatMap(({ line }, index) => {
      const evidenceId = ids[index]
      return typeof evidenceId === "number" && "personal" in line
        ? [{ evidenceId, personal: { ...line.personal } }]
        : []
    }),
  )
}
