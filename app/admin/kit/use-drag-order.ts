import { type HTMLAttributes, type PointerEvent, useState } from "react"
import { useSubmit } from "react-router"
import { placeInList } from "../../../isomorphic/ordering.ts"

type DragOrder = {
  dropIndex: number | null
  grip: (from: number) => HTMLAttributes<HTMLElement>
  place: (index: number) => Record<string, string | number>
}

/** Pointer events, so that touch works. `name` distinguishes nested lists. */
export function useDragOrder(name: string, count: number, drop: (from: number, to: number) => void): DragOrder {
  const [dropIndex, setDropIndex] = useState<number | null>(null)
  const indexUnder = ({ clientX, clientY }: PointerEvent): number | null => {
    const entry = document.elementFromPoint(clientX, clientY)?.closest(`[data-list="${name}"]`)
    const index = Number(entry?.getAttribute("data-place") ?? -1)
    return index >= 0 && index < count ? index : null
  }
  const grip = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) setDropIndex(indexUnder(event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const to = indexUnder(event)
      setDropIndex(null)
      if (to !== null && to !== from) drop(from, to)
    },
    onPointerCancel: () => setDropIndex(null),
  })
  return { dropIndex, grip, place: (index) => ({ "data-list": name, "data-place": index }) }
}

export function useSubmittedOrder(name: string, ids: readonly string[]): DragOrder {
  const submit = useSubmit()
  return useDragOrder(name, ids.length, (from, to) => {
    const form = new FormData()
    form.append("intent", "ordonner")
    for (const id of placeInList(ids, from, to)) form.append("ordre", id)
    void submit(form, { method: "post", preventScrollReset: true })
  })
}
