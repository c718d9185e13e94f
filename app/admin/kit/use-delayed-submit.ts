import { type RefObject, useCallback, useEffect, useRef } from "react"
import { useSubmit } from "react-router"

/** How long nobody types before a search is sent. */
export const DEBOUNCE_MS = 300

export type DelayedSubmit = {
  /** Sends the form then, instead of when it was to be sent before. `replace` leaves no entry in the history. */
  sendIn: (milliseconds: number, replace?: boolean) => void
  cancel: () => void
  /** Set while the form waits to be sent. */
  waiting: RefObject<Timer | undefined>
}

type Timer = ReturnType<typeof setTimeout>

/** A form of the address that sends itself a moment after the last letter. */
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
