import { type SQL, and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { AccountRole } from "../../../domain/accounts/staff-roles.ts"
import { matchesPerson } from "../customers/find-customers.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../../platform/pagination.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"

export type AccountState = "active" | "unverified" | "disabled" | "none"

export type Person = {
  id: ProfileId
  name: string
  email: string
  role: AccountRole
  state: AccountState
  createdAt: Date
  lastSignInAt: Date | null
  bookings: number
}

const personSorts = ["nom", "email", "inscription", "reservations", "connexion"] as const
type PersonSort = (typeof personSorts)[number]

export type PeopleQuery = {
  search: string
  role: AccountRole | null
  state: AccountState | null
  sort: PersonSort
  descending: boolean
  page: number
}

export const accountRole = sql<AccountRole>`coalesce(${profiles.staffRole}, ${profiles.role})`

const bookingCount = sql<number>`(select count(*) from ${bookings} where ${bookings.userId} = ${profiles.id})`

const bookingCounts = db
  .select({ userId: bookings.userId, bookings: count().as("bookings") })
  .from(bookings)
  .groupBy(bookings.userId)
  .as("counted")
const bookingTotal = sql<number>`coalesce(${bookingCounts.bookings}, 0)`.mapWith(Number)

export async function listPeople(query: PeopleQuery): Promise<Page<Person>> {
  const filter = and(
    matchesPerson(query.search),
    query.role === null ? undefined : eq(accountRole, query.role),
    query.state === null ? undefined : hasState(query.state),
  )
  const [totals] = await db
    .select({ total: count() })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(filter)
  const total = totals?.total ?? 0
  const { page, pages, offset } = clampPage(total, query.page)
  const rows =
    query.sort === "reservations"
      ? await pageByBookings(query, filter, offset)
      : await pageByColumn(query, filter, offset)
  const people = rows.map(({ account, emailVerified, disabledAt, ...row }) => ({
    ...row,
    state: accountState({ account, emailVerified, disabledAt }),
  }))
  return { rows: people, total, page, pages }
}

const columns = {
  id: profiles.id,
  name: profiles.name,
  email: profiles.email,
  role: accountRole,
  createdAt: profiles.createdAt,
  lastSignInAt: profiles.lastSignInAt,
  account: users.id,
  emailVerified: users.emailVerified,
  disabledAt: users.disabledAt,
}

function pageByColumn(query: PeopleQuery, filter: SQL | undefined, offset: number) {
  return db
    .select({ ...columns, bookings: bookingCount })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(filter)
    .orderBy(...orderByColumns(query))
    .limit(PAGE_SIZE)
    .offset(offset)
}

async function pageByBookings(query: PeopleQuery, filter: SQL | undefined, offset: number) {
  // Ranks from the bookings' index alone, which lacks people without bookings.
  const top = query.descending && filter === undefined ? await rankAmongBookings(offset) : []
  const ranked = top.length === PAGE_SIZE ? top : await rankPeople(query, filter, offset)
  const ids = ranked.map(({ id }) => id)
  const rows = await db
    .select(columns)
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(inArray(profiles.id, ids))
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ranked.flatMap(({ id, bookings: own }) => {
    const row = rowsById.get(id)
    return row ? [{ ...row, bookings: own }] : []
  })
}

function rankAmongBookings(offset: number) {
  return db
    .select({ id: bookings.userId, bookings: count() })
    .from(bookings)
    .groupBy(bookings.userId)
    .orderBy(desc(count()), asc(bookings.userId))
    .limit(PAGE_SIZE)
    .offset(offset)
}

function rankPeople(query: PeopleQuery, filter: SQL | undefined, offset: number) {
  return db
    .select({ id: profiles.id, bookings: bookingTotal })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .leftJoin(bookingCounts, eq(bookingCounts.userId, profiles.id))
    .where(filter)
    .orderBy(...orderByColumns(query))
    .limit(PAGE_SIZE)
    .offset(offset)
}

export function accountState({
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

function hasState(state: AccountState): SQL | undefined {
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

/** The id breaks ties, so that nobody is on two pages or on none. */
function orderByColumns({ sort, descending }: PeopleQuery): SQL[] {
  const direction = descending ? desc : asc
  switch (sort) {
    case "nom":
      return [direction(sql`without_accents(${profiles.name})`), direction(profiles.id)]
    case "email":
      return [direction(profiles.email), direction(profiles.id)]
    case "inscription":
      return [direction(profiles.createdAt), asc(profiles.id)]
    case "reservations":
      return [direction(bookingTotal), asc(profiles.id)]
    case "connexion":
      return [sql`${direction(profiles.lastSignInAt)} nulls last`, asc(profiles.id)]
  }
}
