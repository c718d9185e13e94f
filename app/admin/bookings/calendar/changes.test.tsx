import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { BookingChanges } from "./changes.tsx"
import { emptyBookingsUrl } from "../../kit/booking/bookings-url.ts"
import type { BookingDetailView } from "../record/view.ts"

function changes(status: BookingDetailView["status"], cancellable = true): string {
  const booking = {
    id: "1",
    number: 1042,
    status,
    clientName: "Elena",
    cancellable,
  } as unknown as BookingDetailView
  const Screen = createRoutesStub([
    { path: "/", Component: () => <BookingChanges booking={booking} url={emptyBookingsUrl} /> },
  ])
  return renderToStaticMarkup(<Screen />)
}

test("the cancellation stands apart from the harmless changes, under its own name", () => {
  const [harmless = "", cancellation = ""] = changes("confirmed").split("</nav>")
  expect(harmless).toContain("Ajouter une location")
  expect(harmless).not.toContain("Annuler")
  expect(cancellation).toMatch(
    /class="[^"]*text-danger[^"]*"[^>]*>.*Annuler la réservation<span class="sr-only"> d’Elena</,
  )
})

test("a rental whose days are over can no longer be cancelled", () => {
  expect(changes("confirmed", false)).not.toContain("Annuler")
})

test("a pending request is refused, and cancelled only when the client withdraws it", () => {
  expect(changes("pending")).toContain("Pour dire non, refusez-la.")
  expect(changes("confirmed")).not.toContain("refusez-la")
  expect(changes("cancelled", false)).not.toContain("Annuler")
})
