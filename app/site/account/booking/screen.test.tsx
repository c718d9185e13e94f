import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import type { BookingEndKind } from "../../../../domain/booking/booking-end.ts"
import type { NextAction } from "../../../../domain/booking/journey.ts"
import type { Day } from "../../../../domain/day.ts"
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
  requestDates: "/dates",
  canWithdrawDateRequest: false,
}

function Page({ view }: { view: BookingView }) {
  return (
    <ToastProvider>
      <BookingScreen view={view} />
    </ToastProvider>
  )
}

function render(next: NextAction, more: Partial<BookingView> = {}): string {
  const view: BookingView = {
    number: 12,
    isDemonstration: false,
    status: next.kind === "ended" ? "cancelled" : "confirmed",
    productName: "La cabine",
    rentals: [{ position: 1, productName: "La cabine", dates: ["2027-06-12"], times: null }],
    when: { dates: ["2027-06-12"] },
    ownerName: null,
    now,
    canMail: true,
    journey: { steps: [], returnedOn: null, next },
    deadlineStart: now,
    restartHref: "/book/1?step=calendar",
    price: { lines: [], total: 25_000, distanceEntered: null },
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
    home: null,
    homeQuestion: null,
    eventStart: null,
    change: null,
    documents: [],
    invoices: [],
    reports: [],
    acceptedTerms: null,
    instalments: [],
    signed: true,
    paid: 0,
    received: 0,
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
  const Screen = createRoutesStub([{ path: "/", Component: () => <Page view={view} /> }])
  return renderToStaticMarkup(<Screen />)
}

function primaryButtons(next: NextAction, more: Partial<BookingView> = {}): string[] {
  return [...render(next, more).matchAll(/<(?:button|a)[^>]*\bbutton-primary\b[^>]*>(.*?)<\/(?:button|a)>/gs)].map(
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

test("the page has a single primary button, for the next step", () => {
  expect(primaryButtons({ kind: "sign", until: later, change: false })).toEqual(["Lire et signer le contrat"])
  const pay = { kind: "pay", amount: 7_500, dueOn: null, late: false } as const
  expect(primaryButtons(pay, { transfer })).toEqual(["Voir les coordonnées du virement"])
  expect(primaryButtons(pay, { transfer, isDemonstration: true })).toEqual(["Enregistrer une carte"])
  expect(primaryButtons({ kind: "ended", how: "cancelled_by_customer", at: now })).toEqual(["Choisir d’autres dates"])
})

test.each([
  { kind: "wait-for-answer", until: later, late: false },
  { kind: "wait-for-contract" },
  { kind: "wait-for-dates" },
  { kind: "nothing-until-event", on: "2027-06-12" },
] as const)("without another next step, the deposit card is the primary action: $kind", (next) => {
  expect(primaryButtons(next)).toEqual(["Enregistrer une carte"])
  expect(primaryButtons(next, { deposit: null })).toEqual([])
})

test("the page does not say that all is ready while the deposit needs a card", () => {
  const wait = { kind: "nothing-until-event", on: "2027-06-12" } as const
  const missing = render(wait)
  expect(missing).toContain("Une carte à enregistrer pour la caution de 500\u202f€")
  expect(missing).not.toContain("Tout est prêt")
  expect(missing.match(/action="\/caution"/g)).toHaveLength(1)
  const saved = { ...deposit, state: { kind: "saved", card: "Visa 4242" } } as const
  for (const ready of [saved, { ...deposit, open: false }, null])
    expect(render(wait, { deposit: ready })).toContain("Tout est prêt")
})

test("a delegate does not read that they ended the account's booking", () => {
  const ended = (how: BookingEndKind, ownerName: string | null) =>
    render({ kind: "ended", how, at: now }, { ownerName })
  expect(ended("withdrawn", "Elena")).toContain("Elena a renoncé au contrat")
  expect(ended("withdrawn", null)).toContain("Vous avez renoncé au contrat")
  expect(ended("cancelled_by_customer", "Elena")).toContain("Annulée à la demande d’Elena.")
  expect(ended("cancelled_by_customer", "Elena")).not.toContain("Vous l’avez annulée")
})

test("the price of an ended booking shows payments and refunds, and announces no deposit", () => {
  const ended = { kind: "ended", how: "cancelled_by_customer", at: now } as const
  const text = render(ended, { deposit: null, received: 7_500, paid: 0 })
  expect(text).toMatch(/<b>Reçu<\/b>.*?75\u202f€.*?Rendu.*?75\u202f€/s)
  expect(text).not.toContain("une empreinte de carte")
  expect(render({ kind: "wait-for-contract" }, { deposit: null })).toContain("une empreinte de carte")
})

test("an amount due at once is not to be paid “at the latest from now on”", () => {
  const pay = { kind: "pay", amount: 7_500, dueOn: null, late: false } as const
  const at = (dueOn: Day | null) =>
    render(pay, { transfer: { ...transfer, iban: "FR7630006000011234567890189", dueOn } })
  expect(at(null)).toContain("<dt>À payer</dt><dd>aujourd’hui</dd>")
  expect(at("2027-06-05")).toContain("<dt>Au plus tard</dt><dd>samedi 5 juin 2027</dd>")
})

test("the insurance certificate is the primary action where nothing else is pending", () => {
  const insurance = { insurance: { kind: "missing" }, acts: { ...acts, insurance: "/attestation" } } as const
  const wait = { kind: "nothing-until-event", on: "2027-06-12" } as const
  expect(primaryButtons(wait, insurance)).toEqual(["Enregistrer une carte"])
  expect(primaryButtons(wait, { ...insurance, deposit: null })).toEqual(["Remettre mon attestation"])
  const sign = { kind: "sign", until: later, change: false } as const
  expect(primaryButtons(sign, { ...insurance, deposit: null })).toEqual(["Lire et signer le contrat"])
})

test("a price reduction stands between the price and the amount due", () => {
  const instalments = [
    { kind: "down-payment", amount: 7_500, dueOn: null },
    { kind: "balance", amount: 12_500, dueOn: "2027-06-05" },
  ] as const
  const row = />Geste commercial<.*?−50\u202f€</s
  expect(render({ kind: "nothing-until-event", on: "2027-06-12" }, { instalments })).toMatch(row)
  expect(render({ kind: "nothing-until-event", on: "2027-06-12" }, { instalments, signed: false })).not.toMatch(row)
})
