import { type SQL, and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { peopleFoundBy } from "../customers/find.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../../platform/lists.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"

export type Role = "user" | "admin"
/** `none`: known by their bookings, without an account to sign in with. */
export type AccountState = "active" | "unverified" | "disabled" | "none"

export type Person = {
  id: ProfileId
  name: string
  email: string
  role: Role
  state: AccountState
  createdAt: Date
  lastSignInAt: Date | null
  bookings: number
}

const personSorts = ["nom", "email", "inscription", "reservations", "connexion"] as const
export type PersonSort = (typeof personSorts)[number]

export type PeopleQuery = {
  search: string
  role: Role | null
  state: AccountState | null
  sort: PersonSort
  descending: boolean
  page: number
}

const bookingCount = sql<number>`(select count(*) from ${bookings} where ${bookings.userId} = ${profiles.id})`

const counted = db
  .select({ userId: bookings.userId, bookings: count().as("bookings") })
  .from(bookings)
  .groupBy(bookings.userId)
  .as("counted")
const countedAtOnce = sql<number>`coalesce(${counted.bookings}, 0)`.mapWith(Number)

/** A page of everybody the shop knows, with how many bookings each has; search ignores accents and case. */
export async function listPeople(query: PeopleQuery): Promise<Page<Person>> {
  const which = and(
    peopleFoundBy(query.search),
    query.role === null ? undefined : eq(profiles.role, query.role),
    query.state === null ? undefined : inState(query.state),
  )
  const [everybody] = await db
    .select({ total: count() })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(which)
  const total = everybody?.total ?? 0
  const { page, pages, offset } = pageAt(total, query.page)
  const rows =
    query.sort === "reservations" ? await byBookings(query, which, offset) : await inRows(query, which, offset)
  const people = rows.map(({ account, emailVerified, disabledAt, ...row }) => ({
    ...row,
    state: stateOf({ account, emailVerified, disabledAt }),
  }))
  return { rows: people, total, page, pages }
}

const columns = {
  id: profiles.id,
  name: profiles.name,
  email: profiles.email,
  role: profiles.role,
  createdAt: profiles.createdAt,
  lastSignInAt: profiles.lastSignInAt,
  account: users.id,
  emailVerified: users.emailVerified,
  disabledAt: users.disabledAt,
}

/** A page by what an index orders: the bookings of those on it are counted one by one. */
function inRows(query: PeopleQuery, which: SQL | undefined, offset: number) {
  return db
    .select({ ...columns, bookings: bookingCount })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(which)
    .orderBy(...inOrder(query))
    .limit(PAGE_SIZE)
    .offset(offset)
}

/** A page by the bookings, which are counted for everybody at once; more is read of those on it alone. */
async function byBookings(query: PeopleQuery, which: SQL | undefined, offset: number) {
  // Those who have the most are found among the bookings, until who has none is to be shown.
  const most = query.descending && which === undefined ? await mostBookings(offset) : []
  const ranked = most.length === PAGE_SIZE ? most : await ranking(query, which, offset)
  const ids = ranked.map(({ id }) => id)
  const rows = await db
    .select(columns)
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(inArray(profiles.id, ids))
  const known = new Map(rows.map((row) => [row.id, row]))
  return ranked.flatMap(({ id, bookings: own }) => {
    const row = known.get(id)
    return row ? [{ ...row, bookings: own }] : []
  })
}

function mostBookings(offset: number) {
  return db
    .select({ id: bookings.userId, bookings: count() })
    .from(bookings)
    .groupBy(bookings.userId)
    .orderBy(desc(count()), asc(bookings.userId))
    .limit(PAGE_SIZE)
    .offset(offset)
}

function ranking(query: PeopleQuery, which: SQL | undefined, offset: number) {
  return db
    .select({ id: profiles.id, bookings: countedAtOnce })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .leftJoin(counted, eq(counted.userId, profiles.id))
    .where(which)
    .orderBy(...inOrder(query))
    .limit(PAGE_SIZE)
    .offset(offset)
}

/** What an account's row says of it; no row at all is no account. */
export function stateOf({
  account,
  emailVerified,
  disabledAt,
}: {
  account: string | null
  emailVerified: boolean | null
  disabledAt: Date | null
}): AccountState {
  if (account === null) return "none"
  if (disabledAt !== null) return "disabled"
  return emailVerified ? "active" : "unverified"
}

function inState(state: AccountState): SQL | undefined {
  switch (state) {
    case "none":
      return isNull(users.id)
    case "disabled":
      return isNotNull(users.disabledAt)
    case "active":
      return and(isNull(users.disabledAt), eq(users.emailVerified, true))
    case "unverified":
      return and(isNull(users.disabledAt), eq(users.emailVerified, false))
  }
}

/** The id decides between equals, so that nobody is on two pages or on none. */
function inOrder({ sort, descending }: PeopleQuery): SQL[] {
  const way = descending ? desc : asc
  switch (sort) {
    case "nom":
      return [way(sql`without_accents(${profiles.name})`), way(profiles.id)]
    case "email":
      return [way(profiles.email), way(profiles.id)]
    case "inscription":
      return [way(profiles.createdAt), asc(profiles.id)]
    case "reservations":
      return [way(countedAtOnce), asc(profiles.id)]
    case "connexion":
      // Who never came is last, whichever way one looks.
      return [sql`${way(profiles.lastSignInAt)} nulls last`, asc(profiles.id)]
  }
}
