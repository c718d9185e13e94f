import { Tabs } from "../../ui/tabs.tsx"
import { bookingsListPath, bookingsPath } from "../kit/booking/bookings-url.ts"
import { screens } from "../kit/screens.ts"

export const newBookingPath = screens.newBooking.to

export function BookingsTabs() {
  return (
    <Tabs
      label={screens.bookings.title}
      tabs={[
        { label: "Demandes et calendrier", href: bookingsPath, end: true },
        { label: screens.bookingsList.title, href: bookingsListPath },
        { label: screens.newBooking.title, href: newBookingPath },
        { label: screens.bookingDay.title, href: screens.bookingDay.to },
      ]}
    />
  )
}
