import type { BookingSummary } from "../../../domain/booking/summary.ts"
import { currentBooking } from "../../../server/bookings/queries.ts"
import { productFeatures } from "../../../server/catalog/queries.ts"
import { BookingConfirmation } from "../../components/booking/booking-confirmation.tsx"
import { pageMeta } from "../meta.ts"
import { getVisitor } from "../visitor.ts"
import type { Route } from "./+types/booking-confirmation"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Votre demande de réservation", canonical: null })

/** The booking in progress of whoever is signed in, on any device; otherwise the browser may still know it. */
export async function loader({ context }: Route.LoaderArgs): Promise<{ booking: BookingSummary | null }> {
  const visitor = await getVisitor(context)
  const booking = visitor && (await currentBooking(visitor.profile.id, new Date()))
  if (!booking) return { booking: null }
  return {
    booking: {
      id: booking.id,
      number: booking.number,
      product: {
        name: booking.productName,
        price: booking.dailyPrice,
        features: await productFeatures(booking.productId),
        photoPackPrice: booking.photoPackPrice,
        photoPackQuantity: booking.photoPackQuantity,
      },
      dates: booking.dates,
      address: booking.address,
      isDelivery: booking.isDelivery,
      distance: booking.distance,
      distanceToConfirm: booking.distanceToConfirm,
      deliveryFee: booking.deliveryFee,
      options: booking.options,
      photoPacks: booking.photoPacks,
      total: booking.total,
    },
  }
}

export default function BookingConfirmationRoute({ loaderData }: Route.ComponentProps) {
  return <BookingConfirmation booking={loaderData.booking} />
}
