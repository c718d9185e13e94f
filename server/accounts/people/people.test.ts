import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProfileId } from "../../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { requestFrom, signedUp } from "../auth/accounts.fixture.ts"
import { signIn } from "../auth/sign-in.ts"
import { readVisitor } from "../auth/visitor.ts"
import { placeBooking } from "../../bookings/place.ts"
import { createAccountFeed } from "../../outside/calendar-feeds/manage.ts"
import { readFeed } from "../../outside/calendar-feeds/read.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, sessions, sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { mails } from "../../platform/schema/mails.ts"
import { events, recordedEvents } from "../../platform/schema/events.ts"
import { changeRole, disablePerson, enablePerson } from "../../bookings/shifts/edit-person.ts"
import { ForbiddenAct } from "../../platform/events/record.ts"
import { correctEmail } from "../../bookings/correct-email.ts"
import { invitePerson } from "./invite.ts"
import { type PeopleQuery, listPeople } from "./list.ts"
import { readPersonDetail } from "../../reports/people/person.ts"

beforeEach(freshDatabase)

const everybody: PeopleQuery = { search: "", role: null, state: null, sort: "inscription", descending: true, page: 1 }
const unknown = "00000000-0000-4000-8000-000000000000"

async function person(name: string, role: "user" | "admin" = "user") {
  const email = `${name.toLowerCase()}@exemple.example`
  const [user] = await db.insert(users).values({ name, email }).returning()
  if (!user) throw new Error("No account was made")
  await db.insert(profiles).values({ id: user.id, name, email, role })
  const editor: Staff = { kind: "administrator", id: user.id, name }
  return { id: user.id, name, email, editor }
}

async function signedInPerson(name: string) {
  const account = { name, email: `${name.toLowerCase()}@exemple.example`, password: "un bal au bord de l’eau" }
  const { request } = await signedUp(account)
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, account.email))
  return { ...account, id: user?.id ?? crypto.randomUUID(), request }
}

const readRole = async (id: ProfileId) =>
  (await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, id)))[0]?.role
const lastEvent = async () =>
  (
    await db
      .select()
      .from(recordedEvents)
      .orderBy(sql`id desc`)
      .limit(1)
  )[0]

describe("the list of users", () => {
  test("the list finds a name whatever its accents and case, and a part of an address", async () => {
    await makeCustomer({ name: "Zoé Lefèvre", email: "zoe@exemple.example" })
    await makeCustomer({ name: "Œdipe Roi", email: "roi@ailleurs.example" })
    const searchNames = async (search: string) =>
      (await listPeople({ ...everybody, search })).rows.map(({ name }) => name)
    expect(await searchNames("lefevre")).toEqual(["Zoé Lefèvre"])
    expect(await searchNames("LEF zoe")).toEqual(["Zoé Lefèvre"])
    expect(await searchNames("oedipe")).toEqual(["Œdipe Roi"])
    expect(await searchNames("ailleurs.ex")).toEqual(["Œdipe Roi"])
    expect(await searchNames("%")).toEqual([])
  })

  test("the list counts bookings, and marks people without an account, disabled or unconfirmed @R-users-screen @C-profiles-list", async () => {
    await makeFinanceSettings()
    const product = await makeProduct()
    const lila = await makeCustomer({ name: "Lila" })
    for (const day of ["2027-06-12", "2027-06-13"] as const)
      await placeBooking({ party: ownAccountParty(lila), order: makeOrder(product.id, [day]), at: now })
    const marc = await person("Marc")
    await db.update(users).set({ disabledAt: now }).where(eq(users.id, marc.id))
    await person("Nora")
    const { rows, total } = await listPeople({ ...everybody, sort: "nom", descending: false })
    expect(rows.map(({ name, bookings, state }) => [name, bookings, state])).toEqual([
      ["Lila", 2, "none"],
      ["Marc", 0, "disabled"],
      ["Nora", 0, "unverified"],
    ])
    expect(total).toBe(3)
    expect((await listPeople({ ...everybody, state: "disabled" })).rows.map(({ name }) => name)).toEqual(["Marc"])
    expect((await listPeople({ ...everybody, sort: "reservations" })).rows[0]?.name).toBe("Lila")
  })

  test("the list is filtered by role, and sorted by last sign-in with blanks last @R-users-last-sign-in", async () => {
    const camille = await person("Camille", "admin")
    await db.update(profiles).set({ lastSignInAt: now })
    await makeCustomer({ name: "Jamais" })
    expect((await listPeople({ ...everybody, role: "admin" })).rows.map(({ id }) => id)).toEqual([camille.id])
    for (const descending of [true, false]) {
      expect((await listPeople({ ...everybody, sort: "connexion", descending })).rows.map(({ name }) => name)).toEqual([
        "Camille",
        "Jamais",
      ])
    }
  })

  test("a list of three thousand shows each once, page by page, and its order and search use an index", async () => {
    await db.execute(sql`
      insert into profiles (id, name, email, created_at)
      select gen_random_uuid(), 'Personne ' || n, 'personne-' || n || '@exemple.example', '2027-01-01'::timestamptz + (n / 3) * interval '1 minute'
      from generate_series(1, 3000) n`)
    // Pending GIN entries make the index look expensive to the planner.
    await db.execute(sql`select gin_clean_pending_list('profiles_found_by')`)
    await db.execute(sql`analyze profiles`)
    const listedIds = new Set<string>()
    const { pages } = await listPeople(everybody)
    expect(pages).toBe(120)
    for (const page of [1, 2, 3, 119, 120])
      for (const { id } of (await listPeople({ ...everybody, page })).rows) listedIds.add(id)
    expect(listedIds.size).toBe(125)
    expect((await listPeople({ ...everybody, page: 999 })).page).toBe(120)
    const plan = async (query: ReturnType<typeof sql>) =>
      JSON.stringify((await db.execute(sql`explain (format json) ${query}`)).rows)
    expect(await plan(sql`select id from profiles order by created_at desc, id limit 50`)).toContain("profiles_newest")
    expect(await plan(sql`select id from profiles order by without_accents(name), id limit 50`)).toContain(
      "profiles_by_name",
    )
    expect(
      await plan(sql`select id from profiles where words like '%' || without_accents('Présidente') || '%'`),
    ).toContain("profiles_found_by")
  })
})

describe("the page of a person", () => {
  test("the page shows bookings, accounts shared in both directions, and open sessions", async () => {
    await makeFinanceSettings()
    const product = await makeProduct()
    const lila = await signedInPerson("Lila")
    const marc = await makeCustomer({ name: "Marc" })
    await db.insert(sharedAccounts).values({ ownerId: lila.id, sharedWithId: marc.id, permissions: ["view", "book"] })
    const placed = await placeBooking({
      party: ownAccountParty({ id: lila.id, name: "Lila" }),
      order: makeOrder(product.id, ["2027-06-12"]),
      at: now,
    })
    expect(placed.ok).toBe(true)
    const detail = await readPersonDetail(lila.id, new Date())
    expect(detail).toMatchObject({
      sessions: 1,
      emailVerified: false,
      state: "unverified",
      granted: [{ name: "Marc", permissions: ["view", "book"] }],
      received: [],
    })
    expect(detail?.bookings).toHaveLength(1)
    expect((await readPersonDetail(marc.id, new Date()))?.received).toMatchObject([{ name: "Lila" }])
    expect(await readPersonDetail(unknown, now)).toBeNull()
    expect(await readPersonDetail("rien", now)).toBeNull()
  })
})

describe("a change of role", () => {
  test("a new administrator must sign in again, and the change is recorded", async () => {
    const [camille, marc] = [await person("Camille", "admin"), await signedInPerson("Marc")]
    expect((await changeRole(camille.editor, marc.id, "admin", now)).ok).toBe(true)
    expect(await readRole(marc.id)).toBe("admin")
    expect(await readVisitor(marc.request)).toBeNull()
    expect(await lastEvent()).toMatchObject({
      action: "person.role-changed",
      actorName: "Camille",
      subjectId: marc.id,
      details: { before: { role: "user" }, after: { role: "admin" } },
    })
  })

  test("nobody can change their own role", async () => {
    const camille = await person("Camille", "admin")
    await person("Nora", "admin")
    expect(await changeRole(camille.editor, camille.id, "user", now)).toEqual({ ok: false, error: { kind: "oneself" } })
    expect(await disablePerson(camille.editor, camille.id, now)).toEqual({ ok: false, error: { kind: "oneself" } })
    expect(await readRole(camille.id)).toBe("admin")
  })

  test("a former administrator cannot change a role", async () => {
    const [camille, marc] = [await person("Camille"), await person("Marc")]
    await person("Nora", "admin")
    expect(await changeRole(camille.editor, marc.id, "admin", now)).toEqual({
      ok: false,
      error: { kind: "not-administrator" },
    })
    expect(await enablePerson(camille.editor, marc.id, now)).toEqual({
      ok: false,
      error: { kind: "not-administrator" },
    })
    expect(await db.$count(events)).toBe(0)
  })

  test("two administrators who demote each other at the same moment always leave one", async () => {
    const [camille, nora] = [await person("Camille", "admin"), await person("Nora", "admin")]
    for (let round = 0; round < 8; round++) {
      await db.update(profiles).set({ role: "admin" })
      await db.update(users).set({ disabledAt: null })
      const answers = await Promise.all([
        changeRole(camille.editor, nora.id, "user", now),
        round % 2 ? changeRole(nora.editor, camille.id, "user", now) : disablePerson(nora.editor, camille.id, now),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const left = await db.execute(
        sql`select 1 from profiles join users using (id) where role = 'admin' and disabled_at is null`,
      )
      expect(left.rowCount).toBe(1)
    }
  })

  test("the last administrator who can sign in cannot be demoted", async () => {
    const [camille, nora] = [await person("Camille", "admin"), await person("Nora", "admin")]
    await db.update(users).set({ disabledAt: now }).where(eq(users.id, camille.id))
    // Camille is disabled, and an old tab of hers still sends the form.
    expect(await changeRole(camille.editor, nora.id, "user", now)).toEqual({
      ok: false,
      error: { kind: "not-administrator" },
    })
    expect(await readRole(nora.id)).toBe("admin")
  })

  test("a repeated change, an unknown person or a missing account changes nothing and says so", async () => {
    const [camille, guest] = [await person("Camille", "admin"), await makeCustomer()]
    const marc = await person("Marc")
    expect(await changeRole(camille.editor, marc.id, "user", now)).toEqual({ ok: false, error: { kind: "already" } })
    expect(await changeRole(camille.editor, guest.id, "admin", now)).toEqual({
      ok: false,
      error: { kind: "no-account" },
    })
    expect(await changeRole(camille.editor, unknown, "admin", now)).toEqual({ ok: false, error: { kind: "gone" } })
    expect(await changeRole(camille.editor, crypto.randomUUID(), "admin", now)).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
  })
})

describe("a staff role", () => {
  test("an invitation makes the account with its role and mails a link; a known address is refused with its person", async () => {
    const camille = await person("Camille", "admin")
    const invited = await invitePerson(
      camille.editor,
      { name: "Nadir", email: "nadir@exemple.example", role: "crew" },
      now,
    )
    if (!invited.ok) throw new Error("Nadir was not invited")
    expect(await readRole(invited.value)).toBe("user")
    expect((await listPeople({ ...everybody, role: "crew" })).rows.map(({ name }) => name)).toEqual(["Nadir"])
    const [mail] = await db.select().from(mails)
    expect(mail).toMatchObject({ template: "staff-invitation" })
    expect(
      await invitePerson(camille.editor, { name: "N.", email: "nadir@exemple.example", role: "admin" }, now),
    ).toEqual({ ok: false, error: { kind: "email-taken", id: invited.value, name: "Nadir" } })
  })

  test("sessions end with the role, and what the role may not do is rolled back", async () => {
    const [camille, marc] = [await person("Camille", "admin"), await signedInPerson("Marc")]
    expect((await changeRole(camille.editor, marc.id, "manager", now)).ok).toBe(true)
    expect(await readVisitor(marc.request)).toBeNull()
    const manager: Staff = { kind: "administrator", id: marc.id, name: "Marc", staffRole: "manager" }
    expect(await changeRole(manager, camille.id, "user", now)).toEqual({
      ok: false,
      error: { kind: "not-administrator" },
    })
    await expect(
      invitePerson(manager, { name: "Nora", email: "nora@exemple.example", role: "admin" }, now),
    ).rejects.toThrow(ForbiddenAct)
    expect(await db.$count(users, eq(users.email, "nora@exemple.example"))).toBe(0)
    expect((await changeRole(camille.editor, marc.id, "user", now)).ok).toBe(true)
    expect((await listPeople({ ...everybody, role: "manager" })).total).toBe(0)
  })
})

describe("the file of staff", () => {
  test("a manager cannot redirect the mails of an administrator, nor rename one", async () => {
    const [camille, marc] = [await person("Camille", "admin"), await person("Marc")]
    const manager: Staff = { ...marc.editor, staffRole: "manager" }
    const invited = await invitePerson(
      camille.editor,
      { name: "Nora", email: "nora@exemple.example", role: "admin" },
      now,
    )
    if (!invited.ok) throw new Error("Nora was not invited")
    await expect(correctEmail(manager, invited.value, "marc.seul@exemple.example", now)).rejects.toThrow(ForbiddenAct)
    await expect(correctEmail(manager, camille.id, "marc.seul@exemple.example", now)).rejects.toThrow(ForbiddenAct)
    expect(await db.$count(users, eq(users.email, "marc.seul@exemple.example"))).toBe(0)
    const customer = await person("Lila")
    expect((await correctEmail(manager, customer.id, "lila.b@exemple.example", now)).ok).toBe(true)
  })
})

describe("a disabled person", () => {
  test("a disabled person is signed out everywhere at once, and can sign in again once enabled", async () => {
    const [camille, marc] = [await person("Camille", "admin"), await signedInPerson("Marc")]
    expect((await disablePerson(camille.editor, marc.id, now)).ok).toBe(true)
    expect(await readVisitor(marc.request)).toBeNull()
    expect(await db.$count(sessions, eq(sessions.userId, marc.id))).toBe(0)
    expect(await signIn(marc, requestFrom())).toEqual({ ok: false, error: { kind: "disabled" } })
    expect(await disablePerson(camille.editor, marc.id, now)).toEqual({ ok: false, error: { kind: "already" } })
    expect((await enablePerson(camille.editor, marc.id, now)).ok).toBe(true)
    expect((await signIn(marc, requestFrom())).ok).toBe(true)
    expect(await lastEvent()).toMatchObject({ action: "person.enabled", subjectId: marc.id })
  })

  test("a disabled person's calendar addresses stop answering, and work again once enabled", async () => {
    const [camille, marc] = [await person("Camille", "admin"), await signedInPerson("Marc")]
    const visitor = await readVisitor(marc.request)
    const made = visitor && (await createAccountFeed(visitor, "Téléphone", now))
    if (!made?.ok) throw new Error("No address was made")
    const answers = async () => (await readFeed(made.value.token, now)).ok
    expect(await answers()).toBe(true)
    await disablePerson(camille.editor, marc.id, now)
    expect(await answers()).toBe(false)
    await enablePerson(camille.editor, marc.id, now)
    expect(await answers()).toBe(true)
  })
})
