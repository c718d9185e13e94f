import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { BookingChanges } from "./changes.tsx"
import { noBookingsUrl } from "../../kit/booking/bookings-url.ts"
import type { BookingDetailView } from "../record/view.ts"

function changes(status: BookingDetailView["status"], cancellable = true): string {
  const booking = { id: "1", number: 1042, status, clientName: "Elena", cancellable } as BookingDetailView
  const Screen = createRoutesStub([
    { path: "/", Component: () => <BookingChanges booking={booking} url={noBookingsUrl} /> },
  ])
  return renderToStaticMarkup(<Screen />)
}

test("cancelling a booking stands apart from the harmless changes, as what it is", () => {
  const [harmless = "", apart = ""] = changes("confirmed").split("</nav>")
  expect(harmless).toContain("Changer les dates")
  expect(harmless).not.toContain("Annuler")
  expect(apart).toMatch(/class="[^"]*text-danger[^"]*"[^>]*>.*Annuler la réservation<span class="sr-only"> d’Elena</)
})

test("a rental whose days have gone is not cancelled any more", () => {
  expect(changes("confirmed", false)).not.toContain("Annuler")
})

test("a request that waits is refused, and cancelled only when the client gives it up", () => {
  expect(changes("pending")).toContain("Pour dire non, refusez-la.")
  expect(changes("confirmed")).not.toContain("refusez-la")
  expect(changes("cancelled", false)).not.toContain("Annuler")
})
