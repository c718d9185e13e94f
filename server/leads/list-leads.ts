import { type SQL, and, asc, count, desc, eq, inArray, lte, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import { isId } from "../../domain/id.ts"
import type { LeadKind, LeadState } from "../../domain/leads/lead.ts"
import { type Page, PAGE_SIZE, clampPage } from "../platform/pagination.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { contactMessages } from "../platform/schema/content.ts"
import { leads } from "../platform/schema/leads.ts"
import { shownPrices } from "../platform/schema/shown-prices.ts"
import { matchesAllWords, withoutAccents } from "../platform/text-search.ts"

type LeadQuery = {
  /** null for new and open ones. */
  state: LeadState | null
  kind: LeadKind | null
  search: string
  page: number
}

const person = sql<string>`coalesce(${contactMessages.name}, ${profiles.name}, nullif(${leads.name}, ''),
  nullif(${shownPrices.firstName}, ''), nullif(${shownPrices.email}, ''), 'Un visiteur')`
const email = sql<string>`coalesce(${contactMessages.email}, ${profiles.email}, ${shownPrices.email}, ${leads.email})`
const phone = sql<string>`coalesce(${contactMessages.phone}, ${profiles.phone}, ${leads.phone}, '')`

/** "Photobooth, Plateforme 360": the chosen products, and none once the draft is gone. */
const chosenProducts = sql<string>`coalesce((
  select string_agg(distinct chosen.name, ', ') from products chosen where chosen.id in (
    select product_id from booking_drafts where booking_drafts.user_id = ${leads.userId}
    union select product_id from cart_items join carts on carts.id = cart_id where carts.user_id = ${leads.userId})), '')`

const columns = {
  lead: leads,
  person,
  email,
  phone,
  message: contactMessages,
  products: chosenProducts,
  price: shownPrices,
  heardFromBefore: profiles.heardFrom,
  bookingNumber: bookings.number,
}

const select = () =>
  db
    .select(columns)
    .from(leads)
    .leftJoin(contactMessages, eq(contactMessages.id, leads.messageId))
    .leftJoin(shownPrices, eq(shownPrices.id, leads.shownPriceId))
    .leftJoin(profiles, eq(profiles.id, sql`coalesce(${leads.userId}, ${shownPrices.userId})`))
    .leftJoin(bookings, eq(bookings.id, leads.bookingId))

export type Lead = Awaited<ReturnType<typeof select>>[number]

export async function listLeads({ state, kind, search, page }: LeadQuery): Promise<Page<Lead>> {
  const words = withoutAccents(
    sql`(${person} || ' ' || ${email} || ' ' || ${phone} || ' ' || coalesce(${contactMessages.message}, '') || ' ' || ${leads.note} || ' ' || ${leads.nextStep})`,
  )
  const condition = and(
    state === null ? inArray(leads.state, ["new", "open"]) : eq(leads.state, state),
    kind === null ? undefined : eq(leads.kind, kind),
    matchesAllWords(words, search),
  )
  const [counted] = await db
    .select({ total: count() })
    .from(leads)
    .leftJoin(contactMessages, eq(contactMessages.id, leads.messageId))
    .leftJoin(shownPrices, eq(shownPrices.id, leads.shownPriceId))
    .leftJoin(profiles, eq(profiles.id, sql`coalesce(${leads.userId}, ${shownPrices.userId})`))
    .where(condition)
  const total = counted?.total ?? 0
  const { offset, ...pagination } = clampPage(total, page)
  const rows = await select()
    .where(condition)
    .orderBy(...order(state))
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows, total, ...pagination }
}

/** Open leads with a step come first, the nearest day before the others. */
function order(state: LeadState | null): SQL[] {
  const newest = [desc(leads.createdAt), desc(leads.id)]
  return state === "won" || state === "lost" ? newest : [sql`${leads.nextStepOn} asc nulls last`, ...newest]
}

export async function findLead(id: string): Promise<Lead | null> {
  if (!isId(id)) return null
  const [row] = await select().where(eq(leads.id, id))
  return row ?? null
}

export type NextStep = { id: string; person: string; nextStep: string; nextStepOn: Day }

/** Steps of today and those that are late. */
export async function listNextSteps(today: Day): Promise<NextStep[]> {
  const rows = await db
    .select({ id: leads.id, person, nextStep: leads.nextStep, nextStepOn: leads.nextStepOn })
    .from(leads)
    .leftJoin(contactMessages, eq(contactMessages.id, leads.messageId))
    .leftJoin(shownPrices, eq(shownPrices.id, leads.shownPriceId))
    .leftJoin(profiles, eq(profiles.id, sql`coalesce(${leads.userId}, ${shownPrices.userId})`))
    .where(and(inArray(leads.state, ["new", "open"]), lte(leads.nextStepOn, today)))
    .orderBy(asc(leads.nextStepOn), asc(leads.id))
  return rows.flatMap(({ nextStepOn, ...row }) => (nextStepOn === null ? [] : [{ ...row, nextStepOn }]))
}
