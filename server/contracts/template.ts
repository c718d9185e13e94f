import { createHash } from "node:crypto"
import { and, desc, eq, max } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { withCompany } from "../../domain/accounts/company-order.ts"
import {
  type ContractBooking,
  type ContractClient,
  contractFactNames,
  contractFacts,
  unfilledFacts,
} from "../../domain/contracts/contract-facts.ts"
import { type Agreement, effectiveTerms } from "../../domain/booking/agreement.ts"
import { fillTemplate, type LegalFacts } from "../../domain/content/legal-template.ts"
import type { SafeHtml } from "../../isomorphic/safe-html.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { hasStatus } from "../access/status-at.ts"
import { lockByName } from "../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { renderMarkdown } from "../platform/rendering/markdown.ts"
import { readSiteConfig } from "../shop/content/site.ts"
import { sumDepositsOfProducts, withRentals } from "../booking-record/rentals.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { environment } from "../platform/environment.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contractTemplates, contracts } from "../platform/schema/bookings.ts"

type ContractTemplate = typeof contractTemplates.$inferSelect

export async function readContractTemplate(
  version: number | null = null,
  executor: Executor = db,
): Promise<ContractTemplate | null> {
  const [row] = await executor
    .select()
    .from(contractTemplates)
    .where(version === null ? undefined : eq(contractTemplates.version, version))
    .orderBy(desc(contractTemplates.version))
    .limit(1)
  return row ?? null
}

export async function listContractTemplateVersions(): Promise<{ version: number; publishedAt: Date; by: string }[]> {
  const rows = await db
    .select({ version: contractTemplates.version, publishedAt: contractTemplates.publishedAt, by: profiles.name })
    .from(contractTemplates)
    .leftJoin(profiles, eq(profiles.id, contractTemplates.createdBy))
    .orderBy(desc(contractTemplates.version))
  return rows.map((row) => ({ ...row, by: row.by ?? "" }))
}

type TemplateDraft = { title: string; content: string }

type TemplateProblem = Stale | { kind: "unknown-placeholders"; names: string[] } | { kind: "unchanged" }

/** Contracts made from older versions stay unchanged (D26). */
export async function publishContractTemplate(
  actor: Staff,
  typed: TemplateDraft,
  loaded: LoadedForm | number,
  at: Date = new Date(),
): Promise<Result<ContractTemplate, TemplateProblem>> {
  const unknown = unknownPlaceholders(typed.content)
  if (unknown.length > 0) return err({ kind: "unknown-placeholders", names: unknown })
  return transaction(async (tx) => {
    await lockByName(tx, "contract-template")
    const latest = await readContractTemplate(null, tx)
    const checked = latest
      ? await checkVersion(tx, {
          kind: "contract-template",
          id: String(latest.version),
          stored: latest,
          version: latest.version,
          typed,
          loaded,
        })
      : ok(typed)
    if (!checked.ok) return checked
    const { title, content } = checked.value
    if (latest?.title === title && latest.content === content) return err({ kind: "unchanged" })
    const version = (latest?.version ?? 0) + 1
    const [template] = await tx
      .insert(contractTemplates)
      .values({ version, title, content, publishedAt: at, createdBy: actor.id })
      .returning()
    if (!template) throw new Error("The contract template was not returned")
    await recordEvent(tx, {
      by: actor,
      action: "contract.template-published",
      subject: String(version),
      details: { version, title },
      at,
    })
    return ok(template)
  })
}

/** Tries each fact both present and missing, so that every conditional branch is checked. */
export function unknownPlaceholders(content: string): string[] {
  const names = contractFactNames
  const all = (value: string | null): LegalFacts =>
    Object.fromEntries(names.map((name) => [name, { value, neutral: "x" }]))
  return [...new Set([all("x"), all(null)].flatMap((facts) => fillTemplate(content, facts).unknown))]
}

export async function renderContract(content: string, bookingId: BookingId | null, at: Date): Promise<SafeHtml> {
  const facts = bookingId === null ? null : await readContractFacts(bookingId, at)
  return renderMarkdown(fillTemplate(content, facts ?? unfilledFacts()).text, { topLevel: 3, bareLinks: false }).html
}

export async function readContractFacts(
  bookingId: string,
  at: Date,
  executor: Executor = db,
): Promise<LegalFacts | null> {
  if (!isId(bookingId)) return null
  const [row] = await executor
    .select({ booking: bookings, client: profiles })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(bookings.id, bookingId))
  if (!row) return null
  // Sequential: a transaction has only one connection.
  const [signed] = await executor
    .select({ version: max(contracts.version) })
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
  const booking = await withRentals(row.booking, executor)
  return fillContractFacts({ booking, client: row.client, replaces: signed?.version ?? null, at }, executor)
}

type ContractSubject = {
  booking: Omit<ContractBooking, "terms"> & { agreement: Agreement | null }
  client: ContractClient
  replaces: number | null
  at: Date
}

/** The booking of a quote is not placed yet (D66). */
export async function fillContractFacts(
  { booking, client, replaces, at }: ContractSubject,
  executor: Executor,
): Promise<LegalFacts> {
  const config = await readSiteConfig(executor)
  const finance = await readFinanceSettings(executor)
  const latest = await readContractTemplate(null, executor)
  const securityDeposit = await sumDepositsOfProducts(booking.rentals, executor)
  return contractFacts({
    booking: { ...booking, terms: effectiveTerms({ ...booking, securityDeposit }, finance) },
    client: withCompany(client, booking.company),
    config,
    finance,
    origin: environment.origin,
    at,
    version: latest?.version ?? 1,
    replaces,
  })
}

export function fillContract(template: ContractTemplate, facts: LegalFacts): { content: string; sha256: string } {
  const content = fillTemplate(template.content, facts).text
  return { content, sha256: createHash("sha256").update(content, "utf8").digest("hex") }
}

export async function listTrialBookings(
  chosen: string | null,
  at: Date,
): Promise<{ id: BookingId; number: number; name: string; productName: string }[]> {
  const columns = { id: bookings.id, number: bookings.number, name: profiles.name, productName: bookings.productName }
  const latest = (status: "confirmed" | "pending") =>
    db
      .select(columns)
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(hasStatus(status, at))
      .orderBy(desc(bookings.createdAt))
      .limit(15)
  const own =
    chosen !== null && isId(chosen)
      ? db
          .select(columns)
          .from(bookings)
          .innerJoin(profiles, eq(profiles.id, bookings.userId))
          .where(eq(bookings.id, chosen))
      : []
  const rows = (await Promise.all([own, latest("confirmed"), latest("pending")])).flat()
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
