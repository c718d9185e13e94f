import { type RefObject, useCallback, useEffect, useRef } from "react"
import { useSubmit } from "react-router"

export const DEBOUNCE_MS = 300

type DelayedSubmit = {
  /** Restarts the delay. `replace` adds no history entry. */
  submitAfter: (milliseconds: number, replace?: boolean) => void
  cancel: () => void
  pendingTimer: RefObject<Timer | undefined>
}

type Timer = ReturnType<typeof setTimeout>

export function useDelayedSubmit(form: RefObject<HTMLFormElement | null>): DelayedSubmit {
  const submit = useSubmit()
  const pendingTimer = useRef<Timer>(undefined)
  const cancel = useCallback(() => {
    clearTimeout(pendingTimer.current)
    pendingTimer.current = undefined
  }, [])
  useEffect(() => cancel, [cancel])
  const submitAfter = (milliseconds: number, replace = true) => {
    cancel()
    pendingTimer.current = setTimeout(() => {
      pendingTimer.current = undefined
      void submit(form.current, { replace, preventScrollReset: true })
    }, milliseconds)
  }
  return { submitAfter, cancel, pendingTimer }
}
