import { unknownDistanceLabels } from "../../../../domain/delivery/unknown-distance-labels.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import { Paragraph } from "./mail-parts.tsx"

/** For the owner: what is to be done before confirming, and why; nothing where every distance is known. */
export function DistanceNote({
  bookings,
}: {
  bookings: readonly Pick<BookingFacts, "distanceToConfirm" | "unknownDistance">[]
}) {
  const toConfirm = bookings.filter(({ distanceToConfirm }) => distanceToConfirm)
  if (toConfirm.length === 0) return null
  const reasons = new Set(toConfirm.map(({ unknownDistance }) => unknownDistance ?? "unknown"))
  const whys = [...reasons].map((reason) => unknownDistanceLabels[reason]).filter((why) => why !== null)
  return (
    <Paragraph>
      La distance est à indiquer avant de confirmer&nbsp;: elle n’a pas pu être calculée
      {whys.length > 0 && ` (${whys.join("\u00a0; ")})`}.
      {reasons.has("no-depot") && " Indiquez l’adresse du dépôt dans les réglages des finances."}
    </Paragraph>
  )
}
