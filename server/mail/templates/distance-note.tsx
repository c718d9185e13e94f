import type { BookingFacts } from "../booking-facts.ts"
import { Paragraph } from "./mail-parts.tsx"

/** For the owner: what is to be done before confirming, and why; nothing where every distance is known. */
export function DistanceNote({
  bookings,
}: {
  bookings: readonly Pick<BookingFacts, "distanceToConfirm" | "withoutDepot">[]
}) {
  const toConfirm = bookings.filter(({ distanceToConfirm }) => distanceToConfirm)
  if (toConfirm.length === 0) return null
  return (
    <Paragraph>
      La distance est à indiquer avant de confirmer&nbsp;: elle n’a pas pu être calculée.{" "}
      {toConfirm.some(({ withoutDepot }) => withoutDepot === true)
        ? "Votre dépôt n’est pas encore placé sur la carte\u00a0: indiquez son adresse dans les réglages des finances."
        : "L’adresse du client est introuvable sur la carte."}
    </Paragraph>
  )
}
