import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type InvoicedBooking, type StandingInvoice, invoicesToMake } from "./invoices-to-make.ts"

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
  requested: 0,
  setOff: 0,
  refunded: 0,
  goodwill: 0,
  standing: [],
  ...parts,
})
const over = { kind: "over" } as const
const ended = (retained: number) => ({ kind: "ended", retained: retained }) as const

describe("the invoices of a running booking", () => {
  test("nothing is invoiced before a payment", () => {
    expect(invoicesToMake(booking({}))).toEqual([])
  })

  test("each payment has its own down-payment invoice", () => {
    expect(invoicesToMake(booking({ paid: 13_320 }))).toEqual([{ kind: "down-payment", amount: 13_320 }])
    const invoices = [downPayment("a", 13_320)]
    expect(invoicesToMake(booking({ paid: 13_320, standing: invoices }))).toEqual([])
    expect(invoicesToMake(booking({ paid: 20_000, standing: invoices }))).toEqual([
      { kind: "down-payment", amount: 6_680 },
    ])
  })

  test("a requested down payment is invoiced before it is paid, and once (D71)", () => {
    expect(invoicesToMake(booking({ requested: 13_320 }))).toEqual([{ kind: "down-payment", amount: 13_320 }])
    const standing = [downPayment("a", 13_320)]
    for (const paid of [0, 5_000, 13_320])
      expect(invoicesToMake(booking({ requested: 13_320, paid, standing }))).toEqual([])
    expect(invoicesToMake(booking({ requested: 13_320, paid: 20_000, standing }))).toEqual([
      { kind: "down-payment", amount: 6_680 },
    ])
  })

  test("the final invoice deducts the down payments once all is paid", () => {
    expect(invoicesToMake(booking({ paid: 44_400, standing: [downPayment("a", 13_320)] }))).toEqual([
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
    expect(invoicesToMake(booking({ paid: 44_400 }))).toEqual([{ kind: "final", total: 44_400, deducts: [] }])
    expect(invoicesToMake(booking({ paid: 50_000 }))).toEqual([{ kind: "final", total: 44_400, deducts: [] }])
    const done = [downPayment("a", 13_320), final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ paid: 44_400, standing: done }))).toEqual([])
  })

  test("a final invoice with outdated days or lines is credited and reissued, even for the same sum", () => {
    const standing = [downPayment("a", 13_320), { ...final("b", 44_400, ["a"]), isOutdated: true }]
    expect(invoicesToMake(booking({ paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "b" },
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
  })

  test("deducted interest is no payment, but counts towards the price", () => {
    const standing = [downPayment("a", 13_320)]
    expect(invoicesToMake(booking({ paid: 13_685, setOff: 365, standing }))).toEqual([])
    expect(invoicesToMake(booking({ paid: 44_400, setOff: 365, standing }))).toEqual([
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
  })

  test("a reversed payment has its invoice credited, the latest first", () => {
    const standing = [downPayment("a", 13_320), downPayment("b", 6_680)]
    expect(invoicesToMake(booking({ paid: 13_320, standing }))).toEqual([{ kind: "credit-note", invoiceId: "b" }])
    expect(invoicesToMake(booking({ paid: 14_000, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "b" },
      { kind: "down-payment", amount: 680 },
    ])
    expect(invoicesToMake(booking({ paid: 0, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "a" },
      { kind: "credit-note", invoiceId: "b" },
    ])
  })

  test("a price increase after full payment has the final invoice credited", () => {
    const standing = [downPayment("a", 13_320), final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ total: 50_000, paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "b" },
      { kind: "down-payment", amount: 31_080 },
    ])
  })
})

test("a final invoice with outdated deductions is credited and reissued", () => {
  for (const deducts of [[], ["a", "b"], ["b"]]) {
    const standing = [downPayment("a", 13_320), final("c", 44_400, deducts)]
    expect(invoicesToMake(booking({ state: over, paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "c" },
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
  }
})

test("a cancellation invoice is no final invoice, although its sum is the same", () => {
  const standing: StandingInvoice[] = [{ id: "k", kind: "kept", total: 44_400, deducts: [] }]
  expect(invoicesToMake(booking({ state: over, paid: 44_400, standing }))).toEqual([
    { kind: "credit-note", invoiceId: "k" },
    { kind: "final", total: 44_400, deducts: [] },
  ])
})

describe("goodwill", () => {
  const standing = [final("f", 45_000)]
  const refunded = { total: 50_000, givenBack: 5_000, goodwill: 5_000, standing }

  test("goodwill lowers the invoiced total, whatever is overpaid or refunded later", () => {
    for (const paid of [50_000, 60_000]) expect(invoicesToMake(booking({ ...refunded, paid, state: over }))).toEqual([])
    const back = { ...refunded, givenBack: 15_000, paid: 60_000, state: over }
    expect(invoicesToMake(booking(back))).toEqual([])
    expect(invoicesToMake(booking({ ...back, refunded: 17_000 }))).toEqual([
      { kind: "credit-note", invoiceId: "f" },
      { kind: "final", total: 43_000, deducts: [] },
    ])
  })

  test("goodwill after an end lowers the amount retained", () => {
    const cancellation = { total: 50_000, state: ended(15_000), goodwill: 5_000 }
    const right = [{ id: "k", kind: "kept" as const, total: 10_000, deducts: [] }]
    expect(invoicesToMake(booking({ ...cancellation, paid: 50_000, refunded: 40_000, standing: right }))).toEqual([])
    expect(invoicesToMake(booking({ ...cancellation, paid: 60_000, refunded: 40_000, standing: right }))).toEqual([])
  })
})

describe("the invoices after the rental", () => {
  test("the final invoice is due, paid or not, and once", () => {
    const standing = [downPayment("a", 13_320)]
    expect(invoicesToMake(booking({ state: over, paid: 13_320, standing }))).toEqual([
      { kind: "final", total: 44_400, deducts: ["a"] },
    ])
    const done = [...standing, final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: over, paid: 13_320, standing: done }))).toEqual([])
    expect(invoicesToMake(booking({ state: over, paid: 44_400, standing: done }))).toEqual([])
  })

  test("a changed price is invoiced again, and a price reduction lowers it", () => {
    const standing = [downPayment("a", 13_320), final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: over, total: 40_000, paid: 44_400, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "b" },
      { kind: "final", total: 40_000, deducts: ["a"] },
    ])
    expect(invoicesToMake(booking({ state: over, paid: 44_400, refunded: 5_000, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "b" },
      { kind: "final", total: 39_400, deducts: ["a"] },
    ])
    // Refunding an overpayment does not touch the price.
    expect(invoicesToMake(booking({ state: over, paid: 49_400, refunded: 5_000, standing }))).toEqual([])
  })

  test("down payments beyond the price are credited before the rest is deducted", () => {
    const standing = [downPayment("a", 30_000), downPayment("b", 10_000)]
    expect(invoicesToMake(booking({ state: over, total: 35_000, paid: 40_000, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "b" },
      { kind: "final", total: 35_000, deducts: ["a"] },
    ])
  })

  test("a free booking has no invoice", () => {
    expect(invoicesToMake(booking({ state: over, total: 0 }))).toEqual([])
  })
})

describe("the invoices of an ended booking", () => {
  const standing = [downPayment("a", 13_320)]

  test("a full refund is fully credited", () => {
    expect(invoicesToMake(booking({ state: ended(0), paid: 13_320, refunded: 13_320, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "a" },
    ])
    const done = [...standing, final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: ended(0), paid: 44_400, refunded: 44_400, standing: done }))).toEqual([
      { kind: "credit-note", invoiceId: "a" },
      { kind: "credit-note", invoiceId: "b" },
    ])
  })

  test("the amount retained is invoiced again, unless the invoices already match it", () => {
    expect(invoicesToMake(booking({ state: ended(6_660), paid: 13_320, refunded: 6_660, standing }))).toEqual([
      { kind: "credit-note", invoiceId: "a" },
      { kind: "kept", amount: 6_660 },
    ])
    expect(invoicesToMake(booking({ state: ended(13_320), paid: 13_320, standing }))).toEqual([])
    const done = [...standing, final("b", 44_400, ["a"])]
    expect(invoicesToMake(booking({ state: ended(44_400), paid: 44_400, standing: done }))).toEqual([])
    const cancellation: StandingInvoice = { id: "c", kind: "kept", total: 6_660, deducts: [] }
    expect(
      invoicesToMake(booking({ state: ended(6_660), paid: 13_320, refunded: 6_660, standing: [cancellation] })),
    ).toEqual([])
  })

  test("later payments and their refunds change nothing", () => {
    expect(invoicesToMake(booking({ state: ended(0), paid: 5_000 }))).toEqual([])
    expect(invoicesToMake(booking({ state: ended(0), paid: 5_000, refunded: 5_000 }))).toEqual([])
  })

  test("a restored booking has its cancellation invoice credited", () => {
    const cancellation: StandingInvoice = { id: "c", kind: "kept", total: 6_660, deducts: [] }
    expect(invoicesToMake(booking({ paid: 13_320, standing: [cancellation] }))).toEqual([
      { kind: "credit-note", invoiceId: "c" },
      { kind: "down-payment", amount: 13_320 },
    ])
  })
})

function invoiced(standing: readonly StandingInvoice[]): number {
  const totalsById = new Map(standing.map((each) => [each.id, each.total]))
  return standing.reduce(
    (sum, { total, deducts }) => sum + total - deducts.reduce((all, id) => all + (totalsById.get(id) ?? Number.NaN), 0),
    0,
  )
}

test("after any sequence of acts, invoices less credit notes equal the amount retained", () => {
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
        const { paid, refunded: givenBack, total } = now
        if (kind === "pay") now = { ...now, paid: paid + amount }
        if (kind === "take-back") now = { ...now, paid: paid - Math.min(amount, paid - givenBack) }
        if (kind === "give-back") now = { ...now, refunded: givenBack + Math.min(amount, paid - givenBack) }
        if (kind === "goodwill") {
          const refunded = Math.min(amount, paid - givenBack)
          now = { ...now, refunded: givenBack + refunded, goodwill: now.goodwill + refunded }
        }
        if (kind === "price") now = { ...now, total: amount }
        if (kind === "over") now = { ...now, state: over }
        // Earlier goodwill is already part of the amount that the end keeps.
        if (kind === "end") now = { ...now, goodwill: 0, state: ended(Math.min(amount, paid, total)) }
        if (kind === "go-on") now = { ...now, state: { kind: "goes-on" } }
        const standing = [...now.standing]
        for (const step of invoicesToMake(now)) {
          made += 1
          const id = String(made)
          if (step.kind === "credit-note") {
            const index = standing.findIndex((each) => each.id === step.invoiceId)
            // An invoice is credited at most once, and only if it exists.
            expect(index).toBeGreaterThanOrEqual(0)
            standing.splice(index, 1)
          } else if (step.kind === "final") standing.push(final(id, step.total, [...step.deducts]))
          else standing.push({ id, kind: step.kind, total: step.amount, deducts: [] })
        }
        now = { ...now, standing }
        expect(invoicesToMake(now)).toEqual([])
        expect(standing.every(({ total: each }) => each > 0)).toBe(true)
        expect(invoiced(standing)).toBe(expectedTotal(now))
      }
    }),
    { numRuns: 500 },
  )
})

/** Independent formula, so that the test does not repeat the rule. */
function expectedTotal({ state, goodwill, ...money }: InvoicedBooking): number {
  // Goodwill lowers the total, the payments and the refunds alike.
  const [total, paid, refunded] = [money.total - goodwill, money.paid - goodwill, money.refunded - goodwill]
  if (state.kind === "goes-on") return Math.max(0, Math.min(total, paid - refunded))
  const owed = Math.max(0, state.kind === "over" ? total : state.retained - goodwill)
  return paid <= owed ? Math.max(0, owed - refunded) : Math.max(0, Math.min(owed, paid - refunded))
}
