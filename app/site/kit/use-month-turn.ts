import type { RefObject } from "react"
import { useSubmit } from "react-router"
import { monthWithin } from "../../../domain/availability/months.ts"
import type { Month } from "../../../domain/day.ts"

type VisibleMonth = { month: Month; months: { earliest: Month; latest: Month } }

export function useMonthTurn(
  container: RefObject<HTMLElement | null>,
  visible: VisibleMonth,
): (months: number) => void {
  const submit = useSubmit()
  return (months) => {
    const form = container.current?.closest("form")
    const month = monthWithin(visible, months)
    if (!form || month === visible.month) return
    const fields = new FormData(form)
    fields.set("mois", month)
    void submit(fields, { method: "get", preventScrollReset: true })
  }
}
