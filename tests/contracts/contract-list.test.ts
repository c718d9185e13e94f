import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { type Day, dayInParis } from "../../domain/day.ts"
import { seedLarge } from "../../seed/large/large.ts"
import { withoutTriggers, makeAdministrator } from "../factories.ts"
import { db } from "../../server/platform/database.server.ts"
import { type ContractQuery, listContracts } from "../../server/contracts/list.ts"
import { publishContractTemplate } from "../../server/contracts/template.ts"

const now = new Date("2027-03-01T10:00:00Z")

beforeAll(async () => {
  const template = { title: "Contrat", content: "Réservation n° {{reservation.numero}}" }
  const published = await publishContractTemplate(
    { kind: "administrator", ...(await makeAdministrator()) },
    template,
    0,
    now,
  )
  if (!published.ok) throw new Error(published.error.kind)
  await seedLarge(now, {
    customers: 20,
    products: 6,
    activeProducts: 6,
    bookings: 160,
    subscribers: 1,
    messages: 1,
    mails: 1,
  })
  await withoutTriggers(sql`
    insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement, status, sent_at, due_at)
    select booking_id, 2, content, sha256, price_lines, total, agreement, 'sent', ${now.toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz + (row_number() over (order by booking_id) - 6) * interval '1 hour'
    from contracts order by booking_id limit 40`)
})

async function expectedOrder(when: ContractQuery["when"], way: "asc" | "desc", today: Day): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select number from bookings left join contracts on booking_id = bookings.id and contracts.status = 'sent'
    where bookings.status = 'confirmed' and case ${when}::text
      when 'coming' then returns_on >= ${today}::date when 'over' then returns_on < ${today}::date else true end
    order by case when due_at > ${now.toISOString()}::timestamptz then due_at end ${sql.raw(way)} nulls last, first_day, number`)
  return rows.map(({ number }) => number)
}

test.each(["coming", "over", "all"] as const)(
  "%s: pending deadlines come first, then the others by their days, each on one page",
  async (when) => {
    for (const descending of [false, true]) {
      const query: ContractQuery = { search: "", state: null, when, sort: "echeance", descending, page: 1 }
      const numbers: number[] = []
      const { pages, total } = await listContracts(query, now)
      for (let page = 1; page <= pages; page++)
        numbers.push(...(await listContracts({ ...query, page }, now)).rows.map(({ number }) => number))
      expect(numbers).toEqual(await expectedOrder(when, descending ? "desc" : "asc", dayInParis(now)))
      expect(numbers).toHaveLength(total)
      expect(total).toBeGreaterThan(25)
    }
  },
)

test("the list of one state continues with the others after the pending deadlines", async () => {
  const query: ContractQuery = {
    search: "",
    state: "change-awaiting",
    when: "all",
    sort: "echeance",
    descending: false,
    page: 2,
  }
  const [first, second] = [await listContracts({ ...query, page: 1 }, now), await listContracts(query, now)]
  const numbers = [...first.rows, ...second.rows].map(({ number }) => number)
  expect(new Set(numbers).size).toBe(first.total)
})
