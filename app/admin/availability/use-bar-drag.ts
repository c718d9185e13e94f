import { type PointerEvent, useRef, useState } from "react"
import { useNavigate, useSubmit } from "react-router"
import type { OccupiedRange } from "../../../domain/calendar/unit-timeline.ts"
import { addDays, eachDay } from "../../../domain/day.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { datesHref } from "./url.ts"
import type { Timeline } from "./view.ts"

type BarDrag = { bar: OccupiedRange; startPoint: readonly [number, number]; moved: boolean }

/** `shift` is in days. */
export type Drop = { product: string; unit: number; shift: number }

/** Mouse only: on touch the drag scrolls the timeline and a tap opens the sheet. */
export function useBarDrag(bookings: Timeline["bookings"]) {
  const submit = useSubmit()
  const navigate = useNavigate()
  const dragRef = useRef<BarDrag | null>(null)
  const [dropTarget, setDropTarget] = useState<Drop | null>(null)
  const release = () => {
    dragRef.current = null
    setDropTarget(null)
  }
  const drop = (bar: OccupiedRange, { unit, shift }: Drop) => {
    const booking = bar.bookingId && bookings.get(bar.bookingId)
    if (!booking) return
    if (shift !== 0) {
      const days = rentalDays(booking).map((each) => addDays(each, shift))
      return void navigate(datesHref(booking.id, days))
    }
    if (unit === bar.unit) return
    const form = new FormData()
    const fields = {
      intent: "deplacer",
      reservation: booking.id,
      produit: bar.productId,
      de: String(bar.unit),
      vers: String(unit),
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    for (const each of eachDay(bar.firstDay, bar.lastDay)) form.append("jours", each)
    void submit(form, { method: "post", preventScrollReset: true })
  }
  const grip = (bar: OccupiedRange) => ({
    draggable: false,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "touch" || event.button !== 0) return
      dragRef.current = { bar, startPoint: [event.clientX, event.clientY], moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const current = dragRef.current
      if (!current) return
      const [x, y] = current.startPoint
      if (!current.moved && Math.hypot(event.clientX - x, event.clientY - y) < 6) return
      if (!current.moved) event.currentTarget.setPointerCapture(event.pointerId)
      current.moved = true
      setDropTarget(dropTargetAt(event, current))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const current = dragRef.current
      const target = current?.moved ? dropTargetAt(event, current) : null
      setDropTarget(null)
      if (current && target) drop(current.bar, target)
    },
    onPointerCancel: release,
    // The click after a drag must not open the bar's sheet.
    onClick: (event: { preventDefault(): void }) => {
      if (dragRef.current?.moved) event.preventDefault()
      dragRef.current = null
    },
  })
  return { dropTarget, grip }
}

/** null outside the planning or over another product. */
function dropTargetAt({ clientX, clientY }: { clientX: number; clientY: number }, { bar, startPoint }: BarDrag) {
  const row = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest<HTMLElement>("[data-unit]"))
    .find((element) => element !== null)
  const lane = row?.querySelector<HTMLElement>(".timeline-lane")
  if (!row || !lane || row.dataset["product"] !== bar.productId) return null
  const dayWidth = lane.clientWidth / Number(getComputedStyle(lane).getPropertyValue("--days"))
  const shift = Math.round((clientX - startPoint[0]) / dayWidth)
  return { product: bar.productId, unit: Number(row.dataset["unit"]), shift }
}
