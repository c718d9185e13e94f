import { type HTMLAttributes, type PointerEvent, useState } from "react"
import { useSubmit } from "react-router"
import { placed } from "../../../isomorphic/ordering.ts"

type DragOrder = {
  /** Where what is dragged would land; null while nothing is. */
  over: number | null
  /** What the handle of the entry at that place listens to. */
  grip: (from: number) => HTMLAttributes<HTMLElement>
  /** Marks the entry of that place, so that the pointer finds it. */
  place: (index: number) => Record<string, string | number>
}

/** Followed with the pointer, so that a finger can do it too. `name` tells this list from those inside or around it. */
export function useDragOrder(name: string, count: number, drop: (from: number, to: number) => void): DragOrder {
  const [over, setOver] = useState<number | null>(null)
  const under = ({ clientX, clientY }: PointerEvent): number | null => {
    const entry = document.elementFromPoint(clientX, clientY)?.closest(`[data-list="${name}"]`)
    const index = Number(entry?.getAttribute("data-place") ?? -1)
    return index >= 0 && index < count ? index : null
  }
  const grip = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) setOver(under(event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const to = under(event)
      setOver(null)
      if (to !== null && to !== from) drop(from, to)
    },
    onPointerCancel: () => setOver(null),
  })
  return { over, grip, place: (index) => ({ "data-list": name, "data-place": index }) }
}

/** Drops that send the whole list in its new order, as `ordre`. */
export function useSentOrder(name: string, ids: readonly string[]): DragOrder {
  const submit = useSubmit()
  return useDragOrder(name, ids.length, (from, to) => {
    const form = new FormData()
    form.append("intent", "ordonner")
    for (const id of placed(ids, from, to)) form.append("ordre", id)
    void submit(form, { method: "post", preventScrollReset: true })
  })
}
