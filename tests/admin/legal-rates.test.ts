import { beforeEach, expect, test } from "vitest"
import { read, send, administrator } from "./back-office.ts"
import * as financePage from "../../app/admin/finance/route.tsx"
import { readToday } from "../../app/admin/today/load.server.ts"
import type { FinanceView } from "../../app/admin/kit/finance-view.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import {
  firstLegalRate,
  halfYearLabel,
  startOfHalfYear,
  halfYearsWithoutRate,
} from "../../domain/invoicing/legal-interest.ts"
import { dayInParis } from "../../domain/day.ts"
import { freshDatabase } from "../harness/database.ts"
import { db } from "../../server/platform/database.server.ts"
import { events } from "../../server/platform/schema/events.ts"
import { recordLegalRate, readLegalRates } from "../../server/money/invoicing/legal-rates.ts"

let from: Request
let actor: Staff
beforeEach(async () => {
  await freshDatabase()
  ;({ from, actor } = await administrator())
})

const at = new Date("2027-03-10T10:00:00Z")
const first = { since: "2026-01-01", basisPoints: 667 } as const

test("rates are recorded per half-year, in order, can be corrected, and are journalled once", async () => {
  expect(await readLegalRates()).toEqual([first])
  for (const rate of [
    { since: "2027-01-01", basisPoints: 400 },
    { since: "2026-07-01", basisPoints: 500 },
    { since: "2026-07-01", basisPoints: 510 },
    { since: "2026-07-01", basisPoints: 510 },
  ] as const)
    expect(await recordLegalRate(actor, rate, at)).toMatchObject({ ok: true })
  expect(await readLegalRates()).toEqual([
    first,
    { since: "2026-07-01", basisPoints: 510 },
    { since: "2027-01-01", basisPoints: 400 },
  ])
  const noted = (await db.select().from(events)).filter(({ action }) => action === "finance.rate-noted")
  expect(noted.map(({ details }) => details)).toEqual([
    { rate: 400, since: "2027-01-01" },
    { rate: 500, since: "2026-07-01" },
    { rate: 510, since: "2026-07-01" },
  ])
  await recordLegalRate(actor, { since: "2026-01-01", basisPoints: 668 }, at)
  expect((await readLegalRates())[0]).toEqual({ since: "2026-01-01", basisPoints: 668 })
})

test("an invalid rate, half-year or unpublished one is refused", async () => {
  const refused = async (since: string, basisPoints: number) => {
    const noted = await recordLegalRate(actor, { since: since as typeof first.since, basisPoints }, at)
    return noted.ok ? null : noted.error.kind
  }
  expect(await refused("2026-07-01", 5001)).toBe("not-a-rate")
  expect(await refused("2026-07-01", -1)).toBe("not-a-rate")
  expect(await refused("2026-07-02", 500)).toBe("not-a-half-year")
  expect(await refused("2025-07-01", 500)).toBe("not-a-half-year")
  expect(await refused("2028-01-01", 500)).toBe("not-yet")
  expect(await refused("2027-07-01", 500)).toBeNull()
})

test("the owner's first page asks for the missing rate, and its form saves it without scripts", async () => {
  const today = dayInParis(new Date())
  const since = startOfHalfYear(today)
  // Records the earlier rates, so that exactly one is missing whenever this runs.
  for (const earlier of halfYearsWithoutRate([firstLegalRate], today).slice(0, -1))
    await recordLegalRate(actor, { since: earlier, basisPoints: 500 })
  const missing = async () =>
    (await readToday(actor.id, null, new Date())).missing.map(({ label, href }) => `${label} ${href}`)
  expect((await missing()).join()).toContain(`taux d’intérêt légal du ${halfYearLabel(since)}`)
  expect((await missing()).join()).toContain("/admin/finance#taux-legal")
  const financeView = await read<FinanceView>(financePage, "/admin/finance", from)
  expect(financeView.legalRates).toMatchObject({
    missing: halfYearLabel(since),
    open: expect.arrayContaining([{ value: since, label: expect.stringMatching(/^(Premier|Second) semestre/) }]),
  })
  const note = (rate: string) =>
    send(financePage, { path: "/admin/finance", fields: { intent: "taux", since, rate }, from })
  expect(await note("667")).toMatchObject({ status: 422, data: { errors: { rate: expect.stringContaining("6,67") } } })
  expect((await note("4,25")).flash?.title).toBe(
    `Taux d’intérêt légal du ${halfYearLabel(since)} noté\u00a0: 4,25\u00a0%`,
  )
  expect((await missing()).join()).not.toContain("taux d’intérêt")
  const after = await read<FinanceView>(financePage, "/admin/finance", from)
  expect(after.legalRates).toMatchObject({ missing: null })
  expect(after.legalRates.recorded.at(-1)).toMatchObject({ rate: "4,25\u00a0%" })
})
