import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { makeCustomer, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { signedUp } from "../auth/accounts.fixture.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { listPersonEvents } from "../people/history.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { correctEmail } from "../../bookings/correct-email.ts"
import { correctCustomer } from "./correct-customer.ts"
import { addCustomerNote, listCustomerNotes } from "./notes.ts"
import { readProfile } from "./profiles.ts"
import { clearJobs, readMailOrders } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

async function owner(): Promise<Staff> {
  const { id, name } = await makeCustomer({ name: "Camille", role: "admin" })
  return { kind: "administrator", id, name }
}

async function requireFile(id: ProfileId) {
  const file = await readProfile(id)
  if (!file) throw new Error("The file has gone")
  return file
}

const events = (id: ProfileId) =>
  db
    .select({ action: recordedEvents.action, details: recordedEvents.details, personal: recordedEvents.personal })
    .from(recordedEvents)
    .where(eq(recordedEvents.subjectId, id))
const mailsOrdered = async () =>
  (await readMailOrders())
    .map(({ template, to }) => ({ template, to: to[0]?.address }))
    .toSorted((one, other) => (one.template < other.template ? -1 : 1))

describe("the file of a customer", () => {
  test("a correction records the old values, and renames the account", async () => {
    await signedUp({ name: "Zoe Apel", email: "zoe@exemple.fr", password: "un bal au bord de l’eau" })
    const [zoe] = await db.select().from(profiles).where(eq(profiles.email, "zoe@exemple.fr"))
    if (!zoe) throw new Error("No account was made")
    const input = {
      ...zoe,
      name: "Zoé Appel",
      phone: "06 12 34 56 78",
      street: "3 rue du Bal",
      zipCode: "94130",
      city: "Nogent",
    }
    const saved = await correctCustomer({ actor: await owner(), id: zoe.id, input, loaded: zoe.updatedAt, at: now })
    expect(saved).toEqual({ ok: true, value: { changed: ["name", "phone", "street", "zipCode", "city"] } })
    expect(await requireFile(zoe.id)).toMatchObject({ name: "Zoé Appel", phone: "06 12 34 56 78", city: "Nogent" })
    expect(await db.select({ name: users.name }).from(users).where(eq(users.id, zoe.id))).toEqual([
      { name: "Zoé Appel" },
    ])
    expect((await events(zoe.id)).find(({ action }) => action === "customer.corrected")).toMatchObject({
      details: { changed: ["name", "phone", "street", "zipCode", "city"] },
      personal: { before: { name: "Zoe Apel", phone: null }, after: { name: "Zoé Appel" } },
    })
    expect((await listPersonEvents(zoe.id))[0]).toMatchObject({ action: "customer.corrected", actorName: "Camille" })
  })

  test("a correction never overwrites unread changes", async () => {
    const { id } = await makeCustomer({ name: "Marc", phone: "06 11 11 11 11" })
    const staleFile = await requireFile(id)
    await db.update(profiles).set({ phone: "06 22 22 22 22" }).where(eq(profiles.id, id))
    const camille = await owner()
    const input = { ...staleFile, name: "Marc Duval" }
    const refused = await correctCustomer({ actor: camille, id, input, loaded: staleFile.updatedAt, at: now })
    expect(refused).toMatchObject({ ok: false, error: { kind: "stale", fields: ["name", "phone"] } })
    const { updatedAt } = await requireFile(id)
    const choices = new Map([
      ["name", "mine"],
      ["phone", "stored"],
    ] as const)
    const loaded = { version: updatedAt.toISOString(), choices }
    expect((await correctCustomer({ actor: camille, id, input, loaded, at: now })).ok).toBe(true)
    expect(await requireFile(id)).toMatchObject({ name: "Marc Duval", phone: "06 22 22 22 22" })
  })

  test("the file of an unknown or erased customer cannot be corrected", async () => {
    const { id } = await makeCustomer({ name: "Compte supprimé" })
    await db.update(profiles).set({ erasedAt: now }).where(eq(profiles.id, id))
    const file = await requireFile(id)
    const camille = await owner()
    for (const gone of [id, "00000000-0000-4000-8000-000000000000" as ProfileId]) {
      expect(
        await correctCustomer({ actor: camille, id: gone, input: { ...file, name: "Marc" }, loaded: null, at: now }),
      ).toEqual({
        ok: false,
        error: { kind: "gone" },
      })
      expect(await addCustomerNote(camille, gone, { id: crypto.randomUUID(), body: "Là" }, now)).toMatchObject({
        ok: false,
      })
    }
  })

  test("a note is written once however often it is sent, and its text is in no event", async () => {
    const { id } = await makeCustomer({ name: "Marc" })
    const [camille, note] = [await owner(), { id: crypto.randomUUID(), body: "Préfère qu’on l’appelle le soir" }]
    await addCustomerNote(camille, id, note, now)
    await addCustomerNote(camille, id, note, now)
    expect(await listCustomerNotes(id)).toMatchObject([{ author: "Camille", body: note.body }])
    const recorded = await events(id)
    expect(recorded.map(({ action }) => action)).toEqual(["customer.noted"])
    expect(JSON.stringify(recorded)).not.toContain("soir")
  })
})

describe("the address of a customer", () => {
  test("an address without an account is replaced at once", async () => {
    const { id } = await makeCustomer({ name: "Marc", email: "mrac@exemple.fr" })
    expect(await correctEmail(await owner(), id, " Marc@Exemple.fr ", now)).toEqual({ ok: true, value: "changed" })
    expect((await readProfile(id))?.email).toBe("marc@exemple.fr")
  })

  test("an unconfirmed address is replaced, and the new one gets a confirmation mail", async () => {
    await signedUp({ name: "Zoé", email: "zeo@exemple.fr", password: "un bal au bord de l’eau" })
    const [zoe] = await db.select({ id: users.id }).from(users)
    if (!zoe) throw new Error("No account was made")
    await clearJobs()
    expect(await correctEmail(await owner(), zoe.id, "zoe@exemple.fr", now)).toEqual({
      ok: true,
      value: "changed-to-confirm",
    })
    expect(await db.select({ email: users.email, emailVerified: users.emailVerified }).from(users)).toEqual([
      { email: "zoe@exemple.fr", emailVerified: false },
    ])
    expect(await mailsOrdered()).toEqual([{ template: "email-verification", to: "zoe@exemple.fr" }])
  })

  test("a confirmed address stays until both sides have agreed", async () => {
    await signedUp({ name: "Zoé", email: "zoe@exemple.fr", password: "un bal au bord de l’eau" })
    await db.update(users).set({ emailVerified: true })
    const [zoe] = await db.select({ id: users.id }).from(users)
    if (!zoe) throw new Error("No account was made")
    await clearJobs()
    expect(await correctEmail(await owner(), zoe.id, "zoe@ailleurs.fr", now)).toEqual({
      ok: true,
      value: "asked-of-both",
    })
    expect((await readProfile(zoe.id))?.email).toBe("zoe@exemple.fr")
    expect(await mailsOrdered()).toEqual([
      { template: "email-change-new", to: "zoe@ailleurs.fr" },
      { template: "email-change-old", to: "zoe@exemple.fr" },
    ])
  })

  test("the address of another account is refused", async () => {
    const { id } = await makeCustomer({ name: "Marc", email: "marc@exemple.fr" })
    const other = await makeCustomer({ name: "Nora", email: "nora@exemple.fr" })
    expect(await correctEmail(await owner(), id, "NORA@exemple.fr", now)).toEqual({
      ok: false,
      error: { kind: "email-taken", id: other.id, name: "Nora" },
    })
    expect(await correctEmail(await owner(), id, "marc@exemple.fr", now)).toEqual({
      ok: false,
      error: { kind: "same" },
    })
  })

  test("an address registered by somebody else at that very moment is theirs", async () => {
    await signedUp({ name: "Zoé", email: "zeo@exemple.fr", password: "un bal au bord de l’eau" })
    const [zoe] = await db.select({ id: users.id }).from(users)
    if (!zoe) throw new Error("No account was made")
    const actor = await owner()
    const { correcting, other } = await transaction(async (tx) => {
      const [taker] = await tx.insert(users).values({ name: "Nora", email: "zoe@exemple.fr" }).returning()
      const correction = correctEmail(actor, zoe.id, "zoe@exemple.fr", now)
      // The correction found no such address, and waits for the competing transaction.
      await expect
        .poll(() => db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`), {
          timeout: 10_000,
        })
        .toBe(1)
      return { correcting: correction, other: taker }
    })
    expect(await correcting).toEqual({ ok: false, error: { kind: "email-taken", id: other?.id, name: "Nora" } })
    expect((await readProfile(zoe.id))?.email).toBe("zeo@exemple.fr")
  })
})
