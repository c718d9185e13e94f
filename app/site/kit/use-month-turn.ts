import type { RefObject } from "react"
import { useSubmit } from "react-router"
import { monthWithin } from "../../../domain/availability/months.ts"
import type { Month } from "../../../domain/day.ts"

type Shown = { month: Month; months: { earliest: Month; latest: Month } }

/** For the keyboard: another month is asked for with all that the form around the calendar holds, as its arrows do. */
export function useMonthTurn(inside: RefObject<HTMLElement | null>, shown: Shown): (months: number) => void {
  const submit = useSubmit()
  return (months) => {
    const form = inside.current?.closest("form")
    const month = monthWithin(shown, months)
    if (!form || month === shown.month) return
    const fields = new FormData(form)
    fields.set("mois", month)
    void submit(fields, { method: "get", preventScrollReset: true })
  }
}
