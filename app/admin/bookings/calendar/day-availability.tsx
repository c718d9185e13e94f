import { Form } from "react-router"
import type { DayFacts } from "../../../../domain/calendar/owner-day.ts"
import { dayWithWeekday } from "../../../../domain/day-labels.ts"
import type { Day } from "../../../../domain/day.ts"
import { Button } from "../../../ui/button.tsx"
import type { PickedProduct } from "../../kit/calendar/view.ts"
import { useSending } from "../../kit/use-sending.ts"

type DayAvailabilityProps = { day: Day; facts: DayFacts; today: Day; product: PickedProduct }

/** Pressing an occupied day opens its booking, so the booking's sheet must offer to close the day. */
export function DayAvailability({ day, facts, today, product }: DayAvailabilityProps) {
  // Existing bookings stay; only new ones are refused.
  const intent = facts.blocked ? "liberer" : "bloquer-libre"
  const sending = useSending({ intent, jours: day })
  if (day < today) return null
  const state = facts.blocked
    ? `est bloqué pour toute nouvelle réservation${facts.blockedReason ? ` (${facts.blockedReason})` : ""}.`
    : "n’est pas bloqué."
  return (
    <Form method="post" className="cluster between border-t border-line pt-4" preventScrollReset>
      <input type="hidden" name="produit" value={product.id} />
      <input type="hidden" name="jours" value={day} />
      <p className="small soft">
        {product.name}&nbsp;: le {dayWithWeekday(day)} {state}
      </p>
      <Button name="intent" value={intent} variant="secondary" size="small" busy={sending}>
        {facts.blocked ? "Libérer ce jour" : "Bloquer ce jour"}
      </Button>
    </Form>
  )
}
