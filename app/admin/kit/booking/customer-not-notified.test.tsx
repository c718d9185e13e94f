import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { noBookingsUrl } from "./bookings-url.ts"
import type { RefusedRequest } from "./line.ts"
import { CustomerNotNotified } from "./customer-not-notified.tsx"
import { RefusalSheet } from "./refusal-sheet.tsx"

function question(phone: string | null): string {
  const booking = {
    id: "1",
    number: 12,
    status: "pending",
    clientName: "Elena",
    productName: "La cabine",
    dates: ["2027-06-12"],
    client: { email: "elena@exemple.fr", phone },
  } as unknown as RefusedRequest
  const Screen = createRoutesStub([
    { path: "/", Component: () => <RefusalSheet booking={booking} url={noBookingsUrl} refusal={null} /> },
  ])
  return renderToStaticMarkup(<Screen />).replaceAll(/[\u00a0\u202f]/g, " ")
}

test("who refuses a request is told that a mail is prepared, not that it has left", () => {
  const html = question("06 12 34 56 78")
  expect(html).toContain("Un courriel au client est préparé. Il ne part qu’une minute après")
  expect(html).not.toContain("prévenu")
})

function confirming(phone: string | null): string {
  return renderToStaticMarkup(<CustomerNotNotified client={{ email: "elena@exemple.fr", phone }} />)
}

test("who confirms one is told how to reach the client", () => {
  expect(confirming("06 12 34 56 78")).toContain('href="tel:')
  expect(confirming("06 12 34 56 78")).toContain('href="mailto:elena@exemple.fr"')
  expect(confirming(null)).not.toContain("tel:")
})
