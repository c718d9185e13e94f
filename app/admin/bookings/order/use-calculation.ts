import { type RefObject, useEffect, useRef, useState } from "react"
import type { FetcherWithComponents } from "react-router"
import type { Month } from "../../../../domain/day.ts"

const DEBOUNCE_MS = 350

type Calculation = {
  fetcher: Pick<FetcherWithComponents<unknown>, "state" | "submit">
  intent: string
  /** Sent with every calculation: with no day selected the server could not tell which month to render. */
  month: Month | null
  monthHref: (month: Month | null) => string
}

export function useCalculation(
  form: RefObject<HTMLFormElement | null>,
  { fetcher, intent, month, monthHref }: Calculation,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const calculateForMonth = (nextMonth: Month | null) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const fields = new FormData(form.current)
    fields.set("intent", intent)
    setWaiting(false)
    void fetcher.submit(fields, { method: "post", action: monthHref(nextMonth) })
  }
  const scheduleCalculation = () => {
    clearTimeout(timer.current)
    setWaiting(true)
    timer.current = setTimeout(() => calculateForMonth(month), DEBOUNCE_MS)
  }
  return { calculating: waiting || fetcher.state !== "idle", scheduleCalculation, calculateForMonth }
}
