import { mkdir, readdir, writeFile } from "node:fs/promises"
import { createHash, randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { InvoiceContent } from "../../../domain/invoicing/invoice.ts"
import { facts, lines } from "../../../domain/invoicing/invoice.fixture.ts"
import { finalInvoice } from "../../../domain/invoicing/write-invoice.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { readBookingTimeline } from "../../booking-record/timeline.ts"
import { placeBooking } from "../../bookings/place.ts"
import { placeConfirmedBooking, placedAt, placeSignedBooking, cancelBooking } from "../../../tests/ends.ts"
import { db } from "../../platform/database.server.ts"
import { CONTRACT_BUCKET, storeContractFile } from "../../contracts/contract-files.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { outboxFolder } from "../../platform/mail/outbox.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { bookings, contracts, bookingDrafts } from "../../platform/schema/bookings.ts"
import { contactMessages } from "../../platform/schema/content.ts"
import { err, ok } from "../../../domain/result.ts"
import { sendMail } from "../send-mail.ts"
import { tellDormant } from "../sweeps/tell-dormant.ts"
import { eraseDormant } from "../sweeps/erase-dormant.ts"
import { ERASED_NAME } from "./pseudonymise.ts"
import { ERASED_STREET } from "../../../domain/retention/erased-street.ts"
import { INVOICE_BUCKET, openInvoice } from "../../money/invoicing/invoice-files.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { eraseExpired, listRetentionRuns } from "./erase-expired.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

const later = (years: number, days = 0) => new Date(Date.UTC(2027 + years, 4, 1 + days, 9))

async function due(of: typeof tellDormant, at: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(of.due(at))
  return rows.map(({ id }) => id)
}

async function withAccount(values: Partial<typeof profiles.$inferInsert> = {}) {
  const profile = await makeCustomer({ createdAt: placedAt, ...values })
  await db.insert(users).values({ id: profile.id, name: profile.name, email: profile.email, emailVerified: true })
  return profile
}

describe("a dormant account (D31)", () => {
  test("a dormant account gets notice thirty days before it is anonymised; its bookings stay @K-retention-accounts", async () => {
    const profile = await withAccount({ name: "Elena Roussel", phone: "0612345678", street: "3 rue des Lilas" })
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(profile),
      order: makeOrder(product.id, ["2027-06-12"]),
      at: placedAt,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    await cancelBooking({
      actor: { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" },
      id,
      from: "pending",
      reason: "Madame Roussel est partie",
      at: placedAt,
    })
    // Three years after the booked day, less thirty days.
    expect(await due(tellDormant, new Date("2030-05-12T12:00:00Z"))).toEqual([])
    const notifiedAt = new Date("2030-05-13T12:00:00Z")
    expect(await due(tellDormant, notifiedAt)).toEqual([profile.id])
    expect(await tellDormant.run(profile.id, notifiedAt)).toBe("told")
    expect(await tellDormant.run(profile.id, notifiedAt)).toBe("nothing to do any more")
    const mails = await readMailOrders("dormant-notice")
    expect(mails).toMatchObject([
      { to: [{ address: profile.email }], data: { name: "Elena Roussel", erasedOn: "2030-06-12" } },
    ])
    // Nothing is erased before the notice was sent.
    expect(await due(eraseDormant, later(9))).toEqual([])
    const [notice] = mails
    if (!notice) throw new Error("No notice was ordered")
    const keeps = { delivers: false, send: async () => ok("a file") }
    expect(await sendMail(notice, keeps, notifiedAt)).toBe("a file")
    expect(await due(eraseDormant, later(9))).toEqual([])
    await db.execute(sql`update mails set state = 'waiting', settled_at = null where id = ${notice.id}`)
    await sendMail(notice, { delivers: true, send: async () => ok("250 taken") }, notifiedAt)
    expect(await due(eraseDormant, new Date("2030-06-11T12:00:00Z"))).toEqual([])
    const end = new Date("2030-06-12T12:00:00Z")
    expect(await eraseDormant.run(profile.id, new Date("2030-06-11T12:00:00Z"))).toBe("nothing to do any more")
    expect(await due(eraseDormant, end)).toEqual([profile.id])
    expect(await eraseDormant.run(profile.id, end)).toBe("erased")
    expect(await eraseDormant.run(profile.id, end)).toBe("nothing to do any more")

    expect(await db.select().from(users).where(eq(users.id, profile.id))).toEqual([])
    const [remaining] = await db.select().from(profiles).where(eq(profiles.id, profile.id))
    expect(remaining).toMatchObject({ name: ERASED_NAME, email: "", phone: null, street: null, erasedAt: end })
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    expect(booking).toMatchObject({
      total: 25_000,
      dates: ["2027-06-12"],
      address: { street: ERASED_STREET, city: "Nogent-sur-Marne" },
    })
    // The name must be absent from every table.
    const { rows: tables } = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables) {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::integer as count from ${sql.identifier(name)} row where row::text ilike '%roussel%' or row::text like '%rue des Lilas%'`,
      )
      expect([name, rows[0]?.count]).toEqual([name, 0])
    }
    expect((await readBookingTimeline(id)).map(({ action }) => action)).toEqual(["booking.placed", "booking.cancelled"])
    expect(await listRetentionRuns()).toMatchObject([{ kind: "accounts", rows: 1, at: end }])
    expect(await due(tellDormant, later(10))).not.toContain(profile.id)
  })

  test("a dead address does not stop the erasure, and an unsent notice is sent again", async () => {
    const noticeOf = async (id: ProfileId) => {
      const [profile] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, id))
      const notices = await readMailOrders("dormant-notice")
      // A mail job is emptied once it was sent.
      const notice = notices.find((order) => "to" in order && order.to[0]?.address === profile?.email)
      if (!notice) throw new Error("No notice was ordered")
      return notice
    }
    const notifiedAt = later(3)
    const [dead, remaining] = [await withAccount(), await withAccount()]
    for (const { id } of [dead, remaining]) expect(await tellDormant.run(id, notifiedAt)).toBe("told")
    const refuses = {
      delivers: true,
      send: async () => err({ kind: "undeliverable", code: 550, reply: "Nobody" } as const),
    }
    await sendMail(await noticeOf(dead.id), refuses, notifiedAt)
    await sendMail(await noticeOf(remaining.id), { delivers: false, send: async () => ok("a file") }, notifiedAt)
    expect(await due(eraseDormant, later(3, 29))).toEqual([])
    expect(await due(eraseDormant, later(3, 31))).toEqual([dead.id])
    expect(await due(tellDormant, later(3, 29))).toEqual([])
    expect(await due(tellDormant, later(3, 31))).toEqual([remaining.id])
  })

  test("an account stays for a returning, booked or credited customer, and for an administrator", async () => {
    const back = await withAccount()
    const notifiedAt = later(3)
    await tellDormant.run(back.id, notifiedAt)
    await db.update(profiles).set({ eraseOn: "2030-06-01" }).where(eq(profiles.id, back.id))
    await db
      .update(profiles)
      .set({ lastSignInAt: later(3, 10) })
      .where(eq(profiles.id, back.id))
    expect(await due(eraseDormant, later(3, 31))).toEqual([])
    expect(await due(tellDormant, later(3, 31))).toEqual([])
    const camille = await makeAdministrator()
    await db.update(profiles).set({ createdAt: placedAt }).where(eq(profiles.id, camille.id))
    const owed = await placeSignedBooking({ paid: 25_000 })
    await cancelBooking({
      actor: { kind: "administrator", id: camille.id, name: "Camille" },
      id: owed.booking.id,
      from: "confirmed",
      reason: undefined,
      at: placedAt,
    })
    await db.update(profiles).set({ createdAt: placedAt }).where(eq(profiles.id, owed.customer.id))
    await db.execute(sql`update profiles set created_at = ${placedAt.toISOString()}`)
    const long = await due(tellDormant, later(9))
    expect(long).not.toContain(camille.id)
    expect(long).not.toContain(owed.customer.id)
    // He returned once, six years before.
    expect(long).toContain(back.id)
  })
})

describe("data with a retention period", () => {
  test("data are erased after their period and not before, and the number is recorded", async () => {
    await db.insert(contactMessages).values([
      { name: "Lila", email: "lila@exemple.example", message: "Vieux", createdAt: later(-4) },
      { name: "Lila", email: "lila@exemple.example", message: "Repris", createdAt: later(-4), answeredAt: later(-1) },
    ])
    const customer = await makeCustomer()
    await db.execute(sql`alter table booking_drafts disable trigger user`)
    await db.insert(bookingDrafts).values([
      {
        userId: customer.id,
        productId: (await makeProduct()).id,
        typedAt: later(0, -periods.draftDays - 1),
        updatedAt: later(0, -40),
      },
      { userId: customer.id, productId: (await makeProduct()).id, typedAt: later(0, -2), updatedAt: later(0, -2) },
    ])
    await db.execute(sql`alter table booking_drafts enable trigger user`)
    const folder = outboxFolder(environment.dataDir)
    await mkdir(folder, { recursive: true })
    await writeFile(`${folder}/20270315T090000Z-contact-message-1a2b3c4d.eml`, "old")
    await writeFile(`${folder}/20270430T090000Z-contact-message-1a2b3c4d.eml`, "new")
    expect(await eraseExpired(later(0))).toBe("erased: 1 contact-messages, 1 drafts, 1 outbox")
    expect(await eraseExpired(later(0))).toBe("nothing to erase")
    expect(await readdir(folder)).toEqual(["20270430T090000Z-contact-message-1a2b3c4d.eml"])
    expect((await db.select().from(contactMessages)).map(({ message }) => message)).toEqual(["Repris"])
    expect((await listRetentionRuns()).map(({ kind, rows }) => [kind, rows]).sort()).toEqual([
      ["contact-messages", 1],
      ["drafts", 1],
      ["outbox", 1],
    ])
    await expect(db.execute(sql`delete from retention_runs`)).rejects.toThrow()
  })

  test("one failing kind does not stop the others, and the job still fails", async () => {
    await db
      .insert(contactMessages)
      .values({ name: "Lila", email: "lila@exemple.example", message: "Vieux", createdAt: later(-4) })
    await db.execute(sql`alter table booking_drafts rename to booking_drafts_away`)
    try {
      await expect(eraseExpired(later(0))).rejects.toThrow("1 kinds were not erased")
    } finally {
      await db.execute(sql`alter table booking_drafts_away rename to booking_drafts`)
    }
    expect(await db.$count(contactMessages)).toBe(0)
    expect((await listRetentionRuns()).map(({ kind }) => kind)).toEqual(["contact-messages"])
  })

  test("an unsigned contract loses its text and viewers after a year, and its hash stays", async () => {
    const { booking, contract } = await placeConfirmedBooking()
    const remaining = await placeSignedBooking({ paid: 25_000 })
    const evidence = async (of: string) =>
      (
        await db.execute<{ personal: object | null }>(sql`
          select personal from contract_evidence_details join contract_evidence on id = evidence_id where contract_id = ${of}`)
      ).rows
    for (const of of [contract.id, remaining.contract.id])
      await db.execute(sql`
        with line as (insert into contract_evidence (contract_id, at, kind) values (${of}, ${placedAt.toISOString()}, 'opened') returning id)
        insert into contract_evidence_details (evidence_id, personal) select id, '{"address": "192.0.2.1"}' from line`)
    const file = await storeContractFile(contract.id, new TextEncoder().encode("%PDF"))
    await db
      .update(contracts)
      .set({ status: "lapsed", pdfKey: file.key, pdfSha256: file.sha256 })
      .where(eq(contracts.id, contract.id))
    expect(await (await storage()).exists(CONTRACT_BUCKET, file.key)).toBe(true)
    expect(await eraseExpired(later(0, 360))).not.toContain("contracts")
    expect(await eraseExpired(later(1, 3))).toBe("erased: 1 unsigned-contracts")
    const [erased] = await db.select().from(contracts).where(eq(contracts.bookingId, booking.id))
    expect(erased).toMatchObject({ content: null, sha256: contract.sha256, pdfKey: null, pdfSha256: file.sha256 })
    expect(await (await storage()).exists(CONTRACT_BUCKET, file.key)).toBe(false)
    expect(await evidence(contract.id)).toEqual([{ personal: null }])
    // Signed evidence stays for ten years, whatever instant the job is given.
    expect(await evidence(remaining.contract.id)).toEqual([{ personal: { address: "192.0.2.1" } }])
    expect(await eraseExpired(later(9))).not.toContain("signed-contracts")
  })

  test("a contract signed more than ten years ago is erased in the same way", async () => {
    const { booking } = await placeConfirmedBooking()
    const content = "Contrat d’autrefois"
    const long = new Date("2014-05-01T09:00:00Z")
    await db.execute(sql`
      insert into contracts (id, booking_id, version, content, sha256, price_lines, total, agreement, status, created_at, sent_at, signed_at)
      select ${randomUUID()}, id, 7, ${content}, ${createHash("sha256").update(content).digest("hex")}, price_lines, total, agreement,
        'signed', ${long.toISOString()}, ${long.toISOString()}, ${long.toISOString()} from bookings where id = ${booking.id}`)
    expect(await eraseExpired(new Date("2027-05-01T09:00:00Z"))).toBe("erased: 1 signed-contracts")
  })

  test("any amount of data is erased in batches", async () => {
    const { booking, contract } = await placeConfirmedBooking()
    await db.execute(sql`
      insert into contracts (id, booking_id, version, content, sha256, price_lines, total, agreement, status, created_at, sent_at, due_at)
      select gen_random_uuid(), ${booking.id}, 1 + number, content, sha256, price_lines, total, agreement, 'lapsed', created_at, sent_at, due_at
      from contracts, generate_series(1, 250) number where id = ${contract.id}`)
    expect(await eraseExpired(later(1, 3))).toBe("erased: 250 unsigned-contracts")
    expect(await db.$count(contracts, sql`status = 'lapsed' and content is not null`)).toBe(0)
  })

  test("an invoice loses its addressee ten years after the end of its year, and never sooner", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const final = finalInvoice(facts, { lines, total: 44_400, deductions: [], received: [], interest: 0 })
    const thisYear = new Date().getUTCFullYear()
    const made = async (year: number) => {
      const address = { street: "3 rue des Lilas", zipCode: "94130", city: "Nogent-sur-Marne" }
      const content: InvoiceContent = {
        ...final,
        buyer: { ...final.buyer, name: "Elena Roussel", address },
        delivery: address,
      }
      const id = randomUUID()
      const key = `${id}/old.pdf`
      await (
        await storage()
      ).put({
        bucket: INVOICE_BUCKET,
        path: key,
        body: new TextEncoder().encode("%PDF"),
        contentType: "application/pdf",
        cacheControl: "private, no-store",
      })
      await db.execute(sql`
        insert into invoices (id, booking_id, customer_id, kind, series, year, sequence, number, issued_at, issued_on, total, net, vat, amount, content, pdf_key, pdf_sha256)
        select ${id}, id, user_id, 'final', 'F', ${year}, 1, ${`F-${year}-0001`}, ${`${year}-12-31T10:00:00Z`}, ${`${year}-12-31`}, 25000, 20833, 4167, 25000,
          ${JSON.stringify(content)}::jsonb, ${key}, ${"0".repeat(64)} from bookings where id = ${booking.id}`)
      return { id, key, content }
    }
    const [old, young] = [await made(thisYear - 11), await made(thisYear - 10)]
    expect(await eraseExpired(new Date("2099-01-01T09:00:00Z"))).toContain("1 invoices")
    expect(await eraseExpired(new Date("2099-01-01T09:00:00Z"))).not.toContain("invoices")
    const invoice = async (id: Id) => {
      const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
      if (!row) throw new Error("The invoice is gone")
      return row
    }
    const erased = await invoice(old.id)
    expect(erased).toMatchObject({ number: `F-${thisYear - 11}-0001`, total: 25_000, pdfKey: null })
    expect(JSON.stringify(erased)).not.toMatch(/Roussel|rue des Lilas|Nogent/)
    expect(erased.content.lines.map(({ label, amount }) => [label, amount])).toEqual(
      old.content.lines.map(({ label, amount }) => [label, amount]),
    )
    expect(await (await storage()).exists(INVOICE_BUCKET, old.key)).toBe(false)
    expect(await invoice(young.id)).toMatchObject({ content: young.content, pdfKey: young.key, erasedAt: null })
    // The accounts can still print it, without storing or mailing; no other column can be changed this way.
    expect((await openInvoice(erased)).size).toBeGreaterThan(1000)
    expect((await invoice(old.id)).pdfKey).toBeNull()
    const sneak = (set: string, id: string) =>
      expect(db.execute(sql`update invoices set ${sql.raw(set)} where id = ${id}`)).rejects.toThrow()
    await sneak("content = without_buyer(content), pdf_key = null, pdf_sha256 = null, erased_at = now()", young.id)
    await sneak("total = 1, net = 1, vat = 0, amount = 1", old.id)
    await sneak("erased_at = null", old.id)
  })

  test("a booking ten years old loses its street and its free text @K-retention-orders", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const named = { ...booking.address, placeName: "Domaine des Tilleuls" }
    await db.update(bookings).set({ address: named }).where(eq(bookings.id, booking.id))
    expect(await eraseExpired(new Date("2037-06-11T09:00:00Z"))).not.toContain("bookings")
    expect(await eraseExpired(new Date("2037-06-13T09:00:00Z"))).toContain("1 bookings")
    const [old] = await db.select().from(bookings).where(eq(bookings.id, booking.id))
    expect(old).toMatchObject({ total: 25_000, address: { street: ERASED_STREET, zipCode: "94130" } })
    expect(old?.address).not.toHaveProperty("placeName")
  })

  test("a provider's payment or refund id is erased after 13 months, and never sooner @K-retention-payments", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const pay = async (recordedAt: string, providerId: string) =>
      db.execute(sql`
        insert into payments (booking_id, means, amount, received_on, recorded_at, provider, provider_id)
        values (${booking.id}, 'card', 100, '2025-01-01', ${recordedAt}, 'stripe', ${providerId})`)
    await pay("2025-01-01T09:00:00Z", "pi_old")
    await pay(new Date().toISOString(), "pi_new")
    await db.execute(sql`
      insert into provider_events (provider, event_id, kind, object_id, received_at) values
        ('stripe', 'evt_old', 'charge.succeeded', 'ch_old', '2025-01-01T09:00:00Z'),
        ('stripe', 'evt_new', 'charge.succeeded', 'ch_new', now())`)
    await db.execute(sql`
      insert into card_disputes (provider, provider_id, booking_id, payment_id, amount, reason, stage, opened_at, looked_at)
      select 'stripe', 'dp_' || stage, ${booking.id}, id, 100, 'general', stage, '2025-01-01T09:00:00Z', '2025-01-02T09:00:00Z'
      from payments, unnest(array['lost', 'answered']) stage where provider_id = 'pi_old'`)
    const named = async (table: "provider_events" | "card_disputes", column: string) => {
      const { rows } = await db.execute<{ id: string }>(
        sql`select ${sql.identifier(column)} as id from ${sql.identifier(table)} order by 1`,
      )
      return rows.map(({ id }) => id)
    }
    const readProviderIds = async () =>
      (
        await db.execute<{ provider_id: string }>(
          sql`select provider_id from payments where provider is not null order by recorded_at`,
        )
      ).rows.map((row) => row.provider_id)
    expect(await eraseExpired(new Date("2099-01-01T09:00:00Z"))).toContain("3 transaction-ids")
    expect(await readProviderIds()).toEqual([expect.stringMatching(/^erased-/), "pi_new"])
    expect(await named("provider_events", "event_id")).toEqual(["evt_new"])
    // An open dispute is looked up by its provider's number.
    expect(await named("card_disputes", "provider_id")).toEqual(["dp_answered", expect.stringMatching(/^erased-/)])
    expect(await eraseExpired(new Date("2099-01-01T09:00:00Z"))).not.toContain("transaction-ids")
    // No other column, and no recent entry, can be changed this way.
    await expect(db.execute(sql`update payments set provider_id = 'erased-' || id`)).rejects.toThrow()
    await expect(db.execute(sql`update payments set amount = 1 where provider_id like 'erased-%'`)).rejects.toThrow()
  })
})
