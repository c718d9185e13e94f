import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { MoneySection } from "./money-section.tsx"
import type { OwnerBookingView } from "./view.ts"

function render(values: Partial<OwnerBookingView>): string {
  const view = {
    booking: {
      number: 1042,
      total: 34_560,
      paymentStatus: "awaiting",
      price: { lines: [] },
      address: { zipCode: "77300" },
      formerFeePayer: null,
    },
    journey: { steps: [], returnedOn: null, next: { kind: "wait-for-contract" } },
    instalments: [
      { kind: "down-payment", amount: 11_520, dueOn: null },
      { kind: "balance", amount: 26_880, dueOn: "2027-06-05" },
    ],
    signedTotal: null,
    payments: [],
    refunds: [],
    disputes: [],
    giveBack: { paid: 0, overpaid: 0, asked: 0, max: 0 },
    paid: 0,
    due: 0,
    payable: true,
    end: null,
    dateRequest: null,
    priceOpen: false,
    ...values,
  } as unknown as OwnerBookingView
  const Screen = createRoutesStub([{ path: "/", Component: () => <MoneySection view={view} /> }])
  return renderToStaticMarkup(<Screen />).replaceAll(/[\u00a0\u202f]/g, " ")
}

test("instalments of a signed contract name their contract while a price change is pending (D69)", () => {
  expect(render({ signedTotal: 38_400 })).toContain("Ce sont les échéances du contrat signé, de 384 €.")
  expect(render({ signedTotal: 34_560 })).not.toContain("Ce sont les échéances")
  expect(render({})).not.toContain("Ce sont les échéances")
})
