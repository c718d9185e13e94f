import { type ReactNode, useState } from "react"
import { classes } from "./classes.ts"
import { useHydrated } from "./use-hydrated.ts"

/**
 * Around a file field: with a script a file can also be dropped on it or pasted, as if it had been chosen in the field,
 * whose `onChange` hears of it.
 */
export function DropZone({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  const [over, setOver] = useState(false)
  return (
    <div
      className={classes(
        "rounded-control border border-dashed p-3",
        over ? "border-accent-line bg-accent-wash" : "border-line",
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.currentTarget, event.dataTransfer)
      }}
      onPaste={(event) => {
        if (take(event.currentTarget, event.clipboardData)) event.preventDefault()
      }}
    >
      {children}
      {hydrated && <p className="hint">Vous pouvez aussi le déposer ici, ou le coller quand ce champ est choisi.</p>}
    </div>
  )
}

/** False when there is no file among what was dropped or pasted. */
function take(zone: HTMLElement, transfer: DataTransfer): boolean {
  const [given] = transfer.files
  const input = zone.querySelector<HTMLInputElement>("input[type=file]")
  if (!given || !input) return false
  const only = new DataTransfer()
  only.items.add(given)
  input.files = only.files
  input.dispatchEvent(new Event("change", { bubbles: true }))
  return true
}
