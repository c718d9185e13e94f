import { Tabs } from "../../ui/tabs.tsx"
import { bookingsListPath, bookingsPath } from "./bookings-url.ts"

export const newBookingPath = "/admin/bookings/nouvelle"

/** The views of the bookings, each with its address. */
export function BookingsTabs() {
  return (
    <Tabs
      label="Réservations"
      tabs={[
        { label: "Demandes et calendrier", href: bookingsPath, end: true },
        { label: "Toutes les réservations", href: bookingsListPath },
        { label: "Nouvelle réservation", href: newBookingPath },
        { label: "Départs et retours", href: "/admin/bookings/jour" },
      ]}
    />
  )
}
