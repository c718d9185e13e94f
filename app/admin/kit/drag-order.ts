import { type HTMLAttributes, type PointerEvent, useState } from "react"
import { useSubmit } from "react-router"
import { placed } from "../../../isomorphic/ordering.ts"

/**
 * A list that is put in order by its grips; each entry carries its place in `data-place`. Followed with the pointer, so
 * that a finger can do it too. Let go, the new order is posted as `ordre` with the intent "ordonner".
 */
export function useDragOrder(entries: readonly { id: string }[]) {
  const submit = useSubmit()
  const [over, setOver] = useState<number | null>(null)
  const order = (from: number, to: number) => {
    const form = new FormData()
    form.append("intent", "ordonner")
    for (const { id } of placed(entries, from, to)) form.append("ordre", id)
    void submit(form, { method: "post", preventScrollReset: true })
  }
  const grip = (from: number): HTMLAttributes<HTMLElement> => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) setOver(placeUnder(event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const to = placeUnder(event)
      setOver(null)
      if (to !== null && to !== from) order(from, to)
    },
    onPointerCancel: () => setOver(null),
  })
  return { over, grip }
}

/** The place in the list that is under the pointer; null beside it. */
function placeUnder({ clientX, clientY }: { clientX: number; clientY: number }): number | null {
  const place = document.elementFromPoint(clientX, clientY)?.closest("[data-place]")?.getAttribute("data-place")
  return place ? Number(place) : null
}
