import { useEffect, useEffectEvent, useRef } from "react"
import { flushSync } from "react-dom"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { COVERS, RESTORE_ROWS, ROWS } from "../../kit/kept-fields.ts"

type KeptRowsProps<Rows> = {
  /** Among those of the form. */
  name: string
  /** Names of the fields, parted by spaces, that the rows fill by themselves. */
  covers?: string
  rows: Rows
  onRestore: (rows: Rows) => void
}

/**
 * Rows of a form that were added, moved or removed by a script, days that were chosen in another month: with this in
 * the form they are kept with what is typed in it (see `KeptTyping`), and come back before it. Nothing of it is sent.
 */
export function KeptRows<Rows>({ name, covers, rows, onRestore }: KeptRowsProps<Rows>) {
  const field = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const told = JSON.stringify(rows)
  const shown = useRef(told)
  // A row that comes or goes is a change of the form, as if it had been typed.
  useEffect(() => {
    if (shown.current === told) return
    shown.current = told
    field.current?.dispatchEvent(new Event("input", { bubbles: true }))
  }, [told])
  const restore = useEffectEvent((event: Event) => {
    // Our own rows, as this page wrote them down. They are there before their fields are filled.
    const kept: Rows = event instanceof CustomEvent ? JSON.parse(String(event.detail)) : rows
    flushSync(() => onRestore(kept))
  })
  useEffect(() => {
    const input = field.current
    if (!input) return
    const listen = (event: Event) => restore(event)
    input.addEventListener(RESTORE_ROWS, listen)
    return () => input.removeEventListener(RESTORE_ROWS, listen)
  }, [hydrated])
  return hydrated ? (
    <input ref={field} type="hidden" value={told} {...{ [`data-${ROWS}`]: name, [`data-${COVERS}`]: covers }} />
  ) : null
}
