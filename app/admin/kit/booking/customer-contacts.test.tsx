import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { emptyBookingsUrl } from "./bookings-url.ts"
import { CustomerContacts } from "./customer-contacts.tsx"
import type { RefusedRequest } from "./line.ts"
import { RefusalSheet } from "./refusal-sheet.tsx"

function question(isExample: boolean): string {
  const booking = {
    id: "1",
    number: 12,
    status: "pending",
    clientName: "Elena",
    productName: "La cabine",
    dates: ["2027-06-12"],
    client: { email: "elena@exemple.fr", phone: "06 12 34 56 78", isExample },
  } as unknown as RefusedRequest
  const Screen = createRoutesStub([
    { path: "/", Component: () => <RefusalSheet booking={booking} url={emptyBookingsUrl} refusal={null} /> },
  ])
  return renderToStaticMarkup(<Screen />).replaceAll(/[\u00a0\u202f]/g, " ")
}

test("an administrator who refuses a request reads that a mail is queued, not that it was sent", () => {
  const html = question(false)
  expect(html).toContain("Un e-mail au client est préparé")
  expect(html).not.toContain("prévenu")
})

test("an administrator who refuses a demonstration request is promised no mail", () => {
  const html = question(true)
  expect(html).toContain("Ce client est un exemple, dont l’adresse n’est à personne : aucun e-mail ne lui est envoyé.")
  expect(html).not.toMatch(/est préparé|dans son e-mail/)
})

function answering(email: string, phone: string | null, isExample = false): string {
  return renderToStaticMarkup(<CustomerContacts client={{ email, phone, isExample }} />)
}

test("the administrator reads which mail goes out and how to reach the client", () => {
  expect(answering("elena@exemple.fr", "06 12 34 56 78")).toContain('href="tel:')
  expect(answering("elena@exemple.fr", "06 12 34 56 78")).toContain('href="mailto:elena@exemple.fr"')
  expect(answering("elena@exemple.fr", null)).toContain("Un e-mail est préparé avec votre réponse")
  expect(answering("elena@exemple.fr", null)).not.toContain("tel:")
})

test("the administrator reads that no mail goes out to a client without an address", () => {
  expect(answering("", "06 12 34 56 78")).toContain("ne lui est pas envoyée")
  expect(answering("", "06 12 34 56 78")).toContain('href="tel:')
  expect(answering("", null)).not.toMatch(/mailto|Un e-mail/)
  expect(answering("elena@exemple.fr", null, true)).toContain("ne lui est pas envoyée")
})
