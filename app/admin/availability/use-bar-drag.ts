import { type PointerEvent, useRef, useState } from "react"
import { useNavigate, useSubmit } from "react-router"
import { daysInRange } from "../../../domain/calendar/unit-row.ts"
import { type Day, addDays, daysBetween, isDay } from "../../../domain/day.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { type PickedBar, datesHref } from "./url.ts"
import type { PlannedProduct, Timeline } from "./view.ts"

type BarDrag = {
  product: string
  booking: string
  unit: number
  grabbedDay: Day
  days: readonly Day[]
  startPoint: readonly [number, number]
  moved: boolean
}

export type Drop = { product: string; unit: number; day: Day }

/** Mouse only: on touch the drag scrolls the table and a tap opens the sheet. */
export function useBarDrag(bookings: Timeline["bookings"]) {
  const submit = useSubmit()
  const navigate = useNavigate()
  const dragRef = useRef<BarDrag | null>(null)
  const [dropTarget, setDropTarget] = useState<Drop | null>(null)
  const release = () => {
    dragRef.current = null
    setDropTarget(null)
  }
  const drop = (drag: BarDrag, { unit, day }: Drop) => {
    const shift = daysBetween(drag.grabbedDay, day)
    const booking = bookings.get(drag.booking)
    if (shift !== 0 && booking)
      return void navigate(
        datesHref(
          drag.booking,
          rentalDays(booking).map((each) => addDays(each, shift)),
        ),
      )
    if (unit === drag.unit) return
    const form = new FormData()
    const fields = { intent: "deplacer", reservation: drag.booking, de: String(drag.unit), vers: String(unit) }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    for (const each of drag.days) form.append("jours", each)
    void submit(form, { method: "post", preventScrollReset: true })
  }
  const grip = (product: PlannedProduct, { booking, unit, day }: PickedBar, length: number) => ({
    draggable: false,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "touch" || event.button !== 0) return
      const { left, width } = event.currentTarget.getBoundingClientRect()
      const offset = Math.min(length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * length)))
      dragRef.current = {
        product: product.id,
        booking,
        unit,
        grabbedDay: addDays(day, offset),
        days: daysInRange({ from: day, length }),
        startPoint: [event.clientX, event.clientY],
        moved: false,
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const current = dragRef.current
      if (!current) return
      const [x, y] = current.startPoint
      if (!current.moved && Math.hypot(event.clientX - x, event.clientY - y) < 6) return
      if (!current.moved) event.currentTarget.setPointerCapture(event.pointerId)
      current.moved = true
      setDropTarget(dropTargetAt(event, current.product))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const current = dragRef.current
      const target = current?.moved ? dropTargetAt(event, current.product) : null
      setDropTarget(null)
      if (current && target) drop(current, target)
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
function dropTargetAt({ clientX, clientY }: { clientX: number; clientY: number }, product: string): Drop | null {
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
