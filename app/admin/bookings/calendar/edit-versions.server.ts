import { daysLong } from "../../../../domain/day-labels.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { BookingDetail } from "../../../../server/bookings/queries.ts"
import type { Stale } from "../../../../server/bookings/version.ts"
import { eventSentence } from "../record/event-sentences.ts"
import type { BookingEditView, StaleEditView } from "../order/view.ts"
import { choiceLabel, placeLabel } from "../record/edit-messages.server.ts"
import type { PostedOrder } from "../order/form.server.ts"

type Typed = Pick<PostedOrder, "choice" | "place">
type Form = Pick<BookingEditView, "part" | "options" | "proposal">

/**
 * What another administrator did to the booking since the form was opened, and where the two versions differ: what is
 * typed here, and what is stored now. Facts that are the same in both are left out.
 */
export function staleView(
  { by, at, action, actorKind, details }: Stale,
  form: Form,
  typed: Typed,
  stored: BookingDetail,
  now: Date,
): StaleEditView {
  const total = form.proposal ? formatMoney(form.proposal.price.after) : "à calculer"
  const facts = [
    { ...versionsOf(form, typed, stored) },
    { label: "Total", mine: total, stored: formatMoney(stored.total) },
  ]
  return {
    told: eventSentence({ at, action, actorKind, actorName: by, details }),
    when: agoLabel(at, now),
    facts: facts.filter(({ mine, stored: theirs }) => mine !== theirs),
  }
}

function versionsOf(
  { part, options, proposal }: Form,
  { choice, place }: Typed,
  stored: BookingDetail,
): StaleEditView["facts"][number] {
  switch (part) {
    case "dates":
      return { label: "Dates", mine: daysLong(choice.days) || "aucune", stored: daysLong(stored.dates) }
    case "options": {
      const chosen = (options?.options ?? []).filter(({ quantity }) => quantity > 0)
      return {
        label: "Options",
        mine: choiceLabel(chosen, choice.photoPacks),
        stored: choiceLabel(stored.options.items, stored.photoPacks),
      }
    }
    case "adresse":
      return {
        label: "Adresse et livraison",
        mine: withDistance(
          placeLabel(place),
          place.isDelivery ? place.distance || kilometres(proposal?.distanceKm) : null,
        ),
        stored: withDistance(
          placeLabel(stored),
          kilometres(stored.isDelivery && !stored.distanceToConfirm ? stored.distance : null),
        ),
      }
  }
}

function kilometres(distance: number | null | undefined): string | null {
  return distance == null ? null : String(distance)
}

/** "…, 24 km aller-retour"; a distance that is still to be worked out says nothing. */
function withDistance(words: string, distance: string | null): string {
  return distance === null ? words : `${words}, ${distance.replace(/\s*km$/i, "")}\u00a0km aller-retour`
}
