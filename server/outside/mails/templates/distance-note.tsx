import { unknownDistanceLabels } from "../../../../domain/delivery/unknown-distance-labels.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import { Paragraph } from "./mail-parts.tsx"

export function DistanceNote({
  bookings,
}: {
  bookings: readonly Pick<BookingFacts, "distanceToConfirm" | "unknownDistance">[]
}) {
  const toConfirm = bookings.filter(({ distanceToConfirm }) => distanceToConfirm)
  if (toConfirm.length === 0) return null
  const reasons = new Set(toConfirm.map(({ unknownDistance }) => unknownDistance ?? "unknown"))
  const reasonLabels = [...reasons].map((reason) => unknownDistanceLabels[reason]).filter((label) => label !== null)
  return (
    <Paragraph>
      La distance est à indiquer avant de confirmer&nbsp;: elle n’a pas pu être calculée
      {reasonLabels.length > 0 && ` (${reasonLabels.join("\u00a0; ")})`}.
      {reasons.has("no-depot") && " Indiquez l’adresse du dépôt dans les réglages des finances."}
    </Paragraph>
  )
}
