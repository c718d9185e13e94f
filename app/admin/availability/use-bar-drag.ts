import { type PointerEvent, useRef, useState } from "react"
import { useNavigate, useSubmit } from "react-router"
import { daysOfStretch } from "../../../domain/calendar/unit-row.ts"
import { type Day, addDays, daysBetween, isDay } from "../../../domain/day.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { type PickedBar, datesHref } from "./url.ts"
import type { PlannedProduct, Timeline } from "./view.ts"

/** The bar that the pointer holds, by the day that it grabbed. */
type Grip = {
  product: string
  booking: string
  unit: number
  grabbed: Day
  days: readonly Day[]
  from: readonly [number, number]
  moved: boolean
}

/** A unit of the same product, and the day under the pointer. */
export type Drop = { product: string; unit: number; day: Day }

/** Follows the pointer from a bar to where it is let go. A finger scrolls instead: it presses the bar, and chooses there. */
export function useBarDrag(bookings: Timeline["bookings"]) {
  const submit = useSubmit()
  const navigate = useNavigate()
  const held = useRef<Grip | null>(null)
  const [over, setOver] = useState<Drop | null>(null)
  const release = () => {
    held.current = null
    setOver(null)
  }
  const drop = (grip: Grip, { unit, day }: Drop) => {
    const shift = daysBetween(grip.grabbed, day)
    const booking = bookings.get(grip.booking)
    if (shift !== 0 && booking)
      return void navigate(
        datesHref(
          grip.booking,
          rentalDays(booking).map((each) => addDays(each, shift)),
        ),
      )
    if (unit === grip.unit) return
    const form = new FormData()
    const fields = { intent: "deplacer", reservation: grip.booking, de: String(grip.unit), vers: String(unit) }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    for (const each of grip.days) form.append("jours", each)
    void submit(form, { method: "post", preventScrollReset: true })
  }
  const grip = (product: PlannedProduct, { booking, unit, day }: PickedBar, length: number) => ({
    draggable: false,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "touch" || event.button !== 0) return
      const { left, width } = event.currentTarget.getBoundingClientRect()
      const offset = Math.min(length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * length)))
      held.current = {
        product: product.id,
        booking,
        unit,
        grabbed: addDays(day, offset),
        days: daysOfStretch({ from: day, length }),
        from: [event.clientX, event.clientY],
        moved: false,
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = held.current
      if (!now) return
      const [x, y] = now.from
      if (!now.moved && Math.hypot(event.clientX - x, event.clientY - y) < 6) return
      if (!now.moved) event.currentTarget.setPointerCapture(event.pointerId)
      now.moved = true
      setOver(dropUnder(event, now.product))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = held.current
      const there = now?.moved ? dropUnder(event, now.product) : null
      setOver(null)
      if (now && there) drop(now, there)
    },
    onPointerCancel: release,
    // A bar that was dragged is not also pressed.
    onClick: (event: { preventDefault(): void }) => {
      if (held.current?.moved) event.preventDefault()
      held.current = null
    },
  })
  return { over, grip }
}

/** The place of the planning under the pointer; null beside it, or on another product. */
function dropUnder({ clientX, clientY }: { clientX: number; clientY: number }, product: string): Drop | null {
  const cell = document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element instanceof HTMLElement && element.matches("[data-from]"))
  const row = cell?.closest<HTMLElement>("[data-unit]")
  const from = cell?.dataset["from"]
  if (!cell || !row || from === undefined || !isDay(from) || row.dataset["product"] !== product) return null
  const { left, width } = cell.getBoundingClientRect()
  const length = Number(cell.dataset["length"])
  const offset = Math.min(length - 1, Math.max(0, Math.floor(((clientX - left) / width) * length)))
  return { product, unit: Number(row.dataset["unit"]), day: addDays(from, offset) }
}
