import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import type { NextAction } from "../../../../domain/booking/journey.ts"
import { ToastProvider } from "../../../ui/toast.tsx"
import { BookingScreen } from "./screen.tsx"
import type { BookingView } from "./view.ts"

const now = new Date("2027-05-01T09:00:00Z")
const later = new Date("2027-05-03T09:00:00Z")

const deposit: BookingView["deposit"] = {
  amount: 50_000,
  state: { kind: "awaited" },
  announced: null,
  means: null,
  holdOn: "2027-06-10",
  releaseBy: "2027-06-20",
  returnOn: "2027-06-12",
  reportId: null,
  goesOn: true,
  holdDue: false,
  open: true,
}

const acts: BookingView["acts"] = {
  sign: "/signer",
  pay: null,
  deposit: "/caution",
  insurance: null,
  cancel: "/annuler",
  withdraw: { href: "/retractation", lastDay: "2027-05-18" },
  askDates: "/dates",
  keepDates: false,
}

function Shown({ view }: { view: BookingView }) {
  return (
    <ToastProvider>
      <BookingScreen view={view} />
    </ToastProvider>
  )
}

function shown(next: NextAction, more: Partial<BookingView> = {}): string {
  const view: BookingView = {
    number: 12,
    status: next.kind === "ended" ? "cancelled" : "confirmed",
    productName: "La cabine",
    days: ["2027-06-12"],
    ownerName: null,
    now,
    mailsLeave: true,
    journey: { steps: [], next },
    runsSince: now,
    price: { lines: [], total: 25_000, photoPackQuantity: 18, distanceEntered: null },
    place: {
      isDelivery: false,
      street: "1 rue du Bal",
      zipCode: "94130",
      city: "Nogent-sur-Marne",
      instructions: "",
      distanceKm: 0,
      distanceToConfirm: false,
      warehouse: null,
    },
    change: null,
    documents: [],
    invoices: [],
    reports: [],
    acceptedTerms: null,
    instalments: [],
    signed: true,
    paid: 0,
    interest: 0,
    securityDeposit: 50_000,
    vatMode: null,
    deposit,
    insurance: null,
    transfer: null,
    dateRequest: null,
    dateAnswer: null,
    end: null,
    day: null,
    history: [],
    ...more,
    acts: { ...acts, ...more.acts },
  }
  const Screen = createRoutesStub([{ path: "/", Component: () => <Shown view={view} /> }])
  return renderToStaticMarkup(<Screen />)
}

function primaryButtons(next: NextAction, more: Partial<BookingView> = {}): string[] {
  return [...shown(next, more).matchAll(/<(?:button|a)[^>]*\bbutton-primary\b[^>]*>(.*?)<\/(?:button|a)>/gs)].map(
    ([, inside = ""]) =>
      inside
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/[\u00a0\u202f]/g, " ")
        .trim(),
  )
}

const transfer = {
  amount: 7_500,
  dueOn: null,
  late: false,
  beneficiary: "Guinguette",
  iban: null,
  bic: null,
  reference: "GU34YDF",
  code: null,
}

test("one booking, one page, one action: what comes next has the only primary button", () => {
  expect(primaryButtons({ kind: "sign", until: later, change: false })).toEqual(["Lire et signer le contrat"])
  const pay = { kind: "pay", amount: 7_500, dueOn: null, late: false } as const
  expect(primaryButtons(pay, { transfer })).toEqual(["Voir les coordonnées du virement"])
  expect(primaryButtons({ kind: "ended", how: "cancelled_by_customer", at: now })).toEqual(["Choisir d’autres dates"])
})

test.each([
  { kind: "wait-for-answer", until: later, late: false },
  { kind: "wait-for-contract" },
  { kind: "wait-for-dates" },
  { kind: "nothing-until-event", on: "2027-06-12" },
] as const)("where there is nothing else to do, the card of the deposit is the one action: $kind", (next) => {
  expect(primaryButtons(next)).toEqual(["Enregistrer une carte"])
  expect(primaryButtons(next, { deposit: null })).toEqual([])
})

test("the certificate of insurance is the one action where nothing else waits", () => {
  const insurance = { insurance: { kind: "missing" }, acts: { ...acts, insurance: "/attestation" } } as const
  const wait = { kind: "nothing-until-event", on: "2027-06-12" } as const
  expect(primaryButtons(wait, insurance)).toEqual(["Enregistrer une carte"])
  expect(primaryButtons(wait, { ...insurance, deposit: null })).toEqual(["Remettre mon attestation"])
  const sign = { kind: "sign", until: later, change: false } as const
  expect(primaryButtons(sign, { ...insurance, deposit: null })).toEqual(["Lire et signer le contrat"])
})

test("what the owner gave back of the price stands between it and what is asked for", () => {
  const instalments = [
    { kind: "down-payment", amount: 7_500, dueOn: null },
    { kind: "balance", amount: 12_500, dueOn: "2027-06-05" },
  ] as const
  const row = />Geste commercial<.*?-50\u202f€</s
  expect(shown({ kind: "nothing-until-event", on: "2027-06-12" }, { instalments })).toMatch(row)
  // Before the contract is signed nothing was given back: what is asked for is not written yet.
  expect(shown({ kind: "nothing-until-event", on: "2027-06-12" }, { instalments, signed: false })).not.toMatch(row)
})
