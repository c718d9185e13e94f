import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { noBookingsUrl } from "./bookings-url.ts"
import type { RefusedRequest } from "./line.ts"
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

test("who refuses a request is told that the client learns nothing by itself, with both ways to tell them", () => {
  const html = question("06 12 34 56 78")
  expect(html).toContain(
    "Un refus est annoncé au client par courriel. Une confirmation ne l’est pas encore : appelez-le ou écrivez-lui.",
  )
  expect(html).toContain('href="tel:+33612345678"')
  expect(html).toContain('href="mailto:elena@exemple.fr"')
})

test("a client without a phone is written to", () => {
  expect(question(null)).not.toContain("tel:")
  expect(question(null)).toContain('href="mailto:elena@exemple.fr"')
})
