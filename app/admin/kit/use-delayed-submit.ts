import { type RefObject, useCallback, useEffect, useRef } from "react"
import { useSubmit } from "react-router"

export const DEBOUNCE_MS = 300

export type DelayedSubmit = {
  /** Restarts the delay. `replace` adds no history entry. */
  sendIn: (milliseconds: number, replace?: boolean) => void
  cancel: () => void
  waiting: RefObject<Timer | undefined>
}

type Timer = ReturnType<typeof setTimeout>

export function useDelayedSubmit(form: RefObject<HTMLFormElement | null>): DelayedSubmit {
  const submit = useSubmit()
  const waiting = useRef<Timer>(undefined)
  const cancel = useCallback(() => {
    clearTimeout(waiting.current)
    waiting.current = undefined
  }, [])
  useEffect(() => cancel, [cancel])
  const sendIn = (milliseconds: number, replace = true) => {
    cancel()
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      void submit(form.current, { replace, preventScrollReset: true })
    }, milliseconds)
  }
  return { sendIn, cancel, waiting }
}
