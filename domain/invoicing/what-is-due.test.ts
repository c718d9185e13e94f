import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type InvoicedBooking, type StandingInvoice, invoicesToMake } from "./what-is-due.ts"

const downPayment = (id: string, total: number): StandingInvoice => ({ id, kind: "down-payment", total, deducts: [] })
const final = (id: string, total: number, deducts: string[] = []): StandingInvoice => ({
  id,
  kind: "final",
  total,
  deducts,
})
const booking = (parts: Partial<InvoicedBooking>): InvoicedBooking => ({
  state: { kind: "goes-on" },
  total: 44_400,
  paid: 0,
  setOff: 0,
  givenBack: 0,
  goodwill: 0,
  standing: [],
  ...parts,
})
const over = { kind: "over" } as const
const ended = (kept: number) => ({ kind: "ended", kept }) as const

describe("while the booking goes on", () => {
  test("nothing is invoiced before something was paid", () => {
    expect(invoicesToMake(booking({}))).toEqual([])
  })

  test("what was paid has its down-payment invoice, and each further sum its own", () => {
    expect(invoicesToMake(booking({ paid: 13_320 }))).toEqual([{ kind: "down-payment", amount: 13_320 }])
    const known = [downPayment("a", 13_320)]
    expect(invoicesToMake(booking({ paid: 13_320, standing: known }))).toEqual([])
    expect(invoicesToMake(booking({ paid: 20_000, standing: known }))).toEqual([
      { kind: "down-payment", amount: 6_680 },
    ])
  })

  test("once all is paid the final invoice deducts them", () => {
    expect(invoicesToMake(booking({ paid: 44_400, standing: [downPayment("a", 13_320)] }))).toEqual([
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
    expect(invoicesToMake(booking({ paid: 44_400 }))).toEqual([{ kind: "final", total: 44_400, deducts: [] }])
    expect(invoicesToMake(booking({ paid: 50_000 }))).toEqual([{ kind: "final", total: 44_400, deducts: [] }])
    const done = [downPayment("a", 13_320), final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ paid: 44_400, standing: done }))).toEqual([])
  })

  test("a final invoice of other days or lines is taken back and made anew, though its sum is right", () => {
    const standing = [downPayment("a", 13_320), { ...final("b", 44_400, ["a"]), isOutdated: true }]
    expect(invoicesToMake(booking({ paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", of: "b" },
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
  })

  test("interest that was taken off is no sum that came in, and counts towards the price", () => {
    const standing = [downPayment("a", 13_320)]
    expect(invoicesToMake(booking({ paid: 13_685, setOff: 365, standing }))).toEqual([])
    expect(invoicesToMake(booking({ paid: 44_400, setOff: 365, standing }))).toEqual([
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
  })

  test("a payment that was taken back takes its invoice back, the latest first", () => {
    const standing = [downPayment("a", 13_320), downPayment("b", 6_680)]
    expect(invoicesToMake(booking({ paid: 13_320, standing }))).toEqual([{ kind: "credit-note", of: "b" }])
    expect(invoicesToMake(booking({ paid: 14_000, standing }))).toEqual([
      { kind: "credit-note", of: "b" },
      { kind: "down-payment", amount: 680 },
    ])
    expect(invoicesToMake(booking({ paid: 0, standing }))).toEqual([
      { kind: "credit-note", of: "a" },
      { kind: "credit-note", of: "b" },
    ])
  })

  test("a price that rises after all was paid takes the final invoice back", () => {
    const standing = [downPayment("a", 13_320), final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ total: 50_000, paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", of: "b" },
      { kind: "down-payment", amount: 31_080 },
    ])
  })
})

test("a final invoice that deducts other down payments than those that stand is taken back and made anew", () => {
  for (const deducts of [[], ["a", "b"], ["b"]]) {
    const standing = [downPayment("a", 13_320), final("c", 44_400, deducts)]
    expect(invoicesToMake(booking({ state: over, paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", of: "c" },
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
  }
})

test("what was kept is no final invoice, although its sum is the same", () => {
  const standing: StandingInvoice[] = [{ id: "k", kind: "kept", total: 44_400, deducts: [] }]
  expect(invoicesToMake(booking({ state: over, paid: 44_400, standing }))).toEqual([
    { kind: "credit-note", of: "k" },
    { kind: "final", total: 44_400, deducts: [] },
  ])
})

describe("goodwill", () => {
  const standing = [final("f", 45_000)]
  const given = { total: 50_000, givenBack: 5_000, goodwill: 5_000, standing }

  test("lowers what is kept, whatever is paid too much afterwards, and whatever of that goes back", () => {
    for (const paid of [50_000, 60_000]) expect(invoicesToMake(booking({ ...given, paid, state: over }))).toEqual([])
    const back = { ...given, givenBack: 15_000, paid: 60_000, state: over }
    expect(invoicesToMake(booking(back))).toEqual([])
    expect(invoicesToMake(booking({ ...back, givenBack: 17_000 }))).toEqual([
      { kind: "credit-note", of: "f" },
      { kind: "final", total: 43_000, deducts: [] },
    ])
  })

  test("after an end lowers what that end keeps", () => {
    const kept = { total: 50_000, state: ended(15_000), goodwill: 5_000 }
    const right = [{ id: "k", kind: "kept" as const, total: 10_000, deducts: [] }]
    expect(invoicesToMake(booking({ ...kept, paid: 50_000, givenBack: 40_000, standing: right }))).toEqual([])
    expect(invoicesToMake(booking({ ...kept, paid: 60_000, givenBack: 40_000, standing: right }))).toEqual([])
  })
})

describe("once the rental has taken place", () => {
  test("the final invoice is due, paid or not, and once", () => {
    const standing = [downPayment("a", 13_320)]
    expect(invoicesToMake(booking({ state: over, paid: 13_320, standing }))).toEqual([
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
    const done = [...standing, final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: over, paid: 13_320, standing: done }))).toEqual([])
    expect(invoicesToMake(booking({ state: over, paid: 44_400, standing: done }))).toEqual([])
  })

  test("a price that has changed is invoiced anew, and what gives back a part of it lowers it", () => {
    const standing = [downPayment("a", 13_320), final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: over, total: 40_000, paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", of: "b" },
      { kind: "final", total: 40_000, deducts: ["a"] },
    ])
    expect(invoicesToMake(booking({ state: over, paid: 44_400, givenBack: 5_000, standing }))).toEqual([
      { kind: "credit-note", of: "b" },
      { kind: "final", total: 39_400, deducts: ["a"] },
    ])
    // What was paid too much goes back without touching the price.
    expect(invoicesToMake(booking({ state: over, paid: 49_400, givenBack: 5_000, standing }))).toEqual([])
  })

  test("down payments beyond the price are taken back before the rest is deducted", () => {
    const standing = [downPayment("a", 30_000), downPayment("b", 10_000)]
    expect(invoicesToMake(booking({ state: over, total: 35_000, paid: 40_000, standing }))).toEqual([
      { kind: "credit-note", of: "b" },
      { kind: "final", total: 35_000, deducts: ["a"] },
    ])
  })

  test("a booking for nothing has no invoice", () => {
    expect(invoicesToMake(booking({ state: over, total: 0 }))).toEqual([])
  })
})

describe("once the booking has ended", () => {
  const standing = [downPayment("a", 13_320)]

  test("what is given back whole is credited whole", () => {
    expect(invoicesToMake(booking({ state: ended(0), paid: 13_320, givenBack: 13_320, standing }))).toEqual([
      { kind: "credit-note", of: "a" },
    ])
    const done = [...standing, final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: ended(0), paid: 44_400, givenBack: 44_400, standing: done }))).toEqual([
      { kind: "credit-note", of: "a" },
      { kind: "credit-note", of: "b" },
    ])
  })

  test("what is kept is invoiced anew, unless the invoices say it already", () => {
    expect(invoicesToMake(booking({ state: ended(6_660), paid: 13_320, givenBack: 6_660, standing }))).toEqual([
      { kind: "credit-note", of: "a" },
      { kind: "kept", amount: 6_660 },
    ])
    expect(invoicesToMake(booking({ state: ended(13_320), paid: 13_320, standing }))).toEqual([])
    const done = [...standing, final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: ended(44_400), paid: 44_400, standing: done }))).toEqual([])
    const kept: StandingInvoice = { id: "c", kind: "kept", total: 6_660, deducts: [] }
    expect(invoicesToMake(booking({ state: ended(6_660), paid: 13_320, givenBack: 6_660, standing: [kept] }))).toEqual(
      [],
    )
  })

  test("money that comes in afterwards, and goes back, changes nothing", () => {
    expect(invoicesToMake(booking({ state: ended(0), paid: 5_000 }))).toEqual([])
    expect(invoicesToMake(booking({ state: ended(0), paid: 5_000, givenBack: 5_000 }))).toEqual([])
  })

  test("a booking that goes on after all takes back what was kept", () => {
    const kept: StandingInvoice = { id: "c", kind: "kept", total: 6_660, deducts: [] }
    expect(invoicesToMake(booking({ paid: 13_320, standing: [kept] }))).toEqual([
      { kind: "credit-note", of: "c" },
      { kind: "down-payment", amount: 13_320 },
    ])
  })
})

/** What invoices less credit notes come to: a final one counts less what it deducts. */
function invoiced(standing: readonly StandingInvoice[]): number {
  const known = new Map(standing.map((each) => [each.id, each.total]))
  return standing.reduce(
    (sum, { total, deducts }) => sum + total - deducts.reduce((all, id) => all + (known.get(id) ?? Number.NaN), 0),
    0,
  )
}

test("for any sequence of acts, invoices less credit notes are what is kept, and a second look finds nothing to do", () => {
  const act = fc.oneof(
    fc.record({ act: fc.constant("pay" as const), amount: fc.integer({ min: 1, max: 60_000 }) }),
    fc.record({ act: fc.constant("take-back" as const), amount: fc.integer({ min: 1, max: 60_000 }) }),
    fc.record({ act: fc.constant("give-back" as const), amount: fc.integer({ min: 1, max: 60_000 }) }),
    fc.record({ act: fc.constant("goodwill" as const), amount: fc.integer({ min: 1, max: 60_000 }) }),
    fc.record({ act: fc.constant("price" as const), amount: fc.integer({ min: 0, max: 60_000 }) }),
    fc.record({ act: fc.constant("over" as const), amount: fc.constant(0) }),
    fc.record({ act: fc.constant("end" as const), amount: fc.integer({ min: 0, max: 60_000 }) }),
    fc.record({ act: fc.constant("go-on" as const), amount: fc.constant(0) }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      let now = booking({ total: 44_400 })
      let made = 0
      for (const { act: kind, amount } of acts) {
        const { paid, givenBack, total } = now
        if (kind === "pay") now = { ...now, paid: paid + amount }
        if (kind === "take-back") now = { ...now, paid: paid - Math.min(amount, paid - givenBack) }
        if (kind === "give-back") now = { ...now, givenBack: givenBack + Math.min(amount, paid - givenBack) }
        if (kind === "goodwill") {
          const given = Math.min(amount, paid - givenBack)
          now = { ...now, givenBack: givenBack + given, goodwill: now.goodwill + given }
        }
        if (kind === "price") now = { ...now, total: amount }
        if (kind === "over") now = { ...now, state: over }
        // What was granted before is in what the end keeps.
        if (kind === "end") now = { ...now, goodwill: 0, state: ended(Math.min(amount, paid, total)) }
        if (kind === "go-on") now = { ...now, state: { kind: "goes-on" } }
        const standing = [...now.standing]
        for (const step of invoicesToMake(now)) {
          made += 1
          const id = String(made)
          if (step.kind === "credit-note") {
            const index = standing.findIndex((each) => each.id === step.of)
            // Never twice, and never of what is not there.
            expect(index).toBeGreaterThanOrEqual(0)
            standing.splice(index, 1)
          } else if (step.kind === "final") standing.push(final(id, step.total, [...step.deducts]))
          else standing.push({ id, kind: step.kind, total: step.amount, deducts: [] })
        }
        now = { ...now, standing }
        expect(invoicesToMake(now)).toEqual([])
        expect(standing.every(({ total: each }) => each > 0)).toBe(true)
        expect(invoiced(standing)).toBe(keptOf(now))
      }
    }),
    { numRuns: 500 },
  )
})

/** Said the other way round than in the rule. */
function keptOf({ state, goodwill, ...money }: InvoicedBooking): number {
  // Goodwill is as if so much had neither been asked for, nor paid, nor given back.
  const [total, paid, givenBack] = [money.total - goodwill, money.paid - goodwill, money.givenBack - goodwill]
  if (state.kind === "goes-on") return Math.max(0, Math.min(total, paid - givenBack))
  const owed = Math.max(0, state.kind === "over" ? total : state.kept - goodwill)
  // What left beyond what was paid too much.
  return paid <= owed ? Math.max(0, owed - givenBack) : Math.max(0, Math.min(owed, paid - givenBack))
}
