import { type ReactNode, type Ref, useState } from "react"
import { flushSync } from "react-dom"
import { classes } from "./classes.ts"
import { Field, type FieldText } from "./field.tsx"

type FileFieldProps = FieldText & {
  name: string
  accept: string
  input?: Ref<HTMLInputElement>
  /** Hears of the file that was chosen, dropped or pasted; null when there is none any more. */
  onChosen?: (file: File | null) => void
}

/** A file: chosen, and with a script also dropped on the field or pasted. */
export function FileField({ name, accept, input, onChosen, ...text }: FileFieldProps) {
  return (
    <DropZone>
      <Field {...text}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            name={name}
            accept={accept}
            className="input"
            onChange={(event) => onChosen?.(event.currentTarget.files?.[0] ?? null)}
          />
        )}
      </Field>
    </DropZone>
  )
}

type DropZoneProps = {
  /** It holds a field for each of several files: they are taken by those that are still empty. */
  several?: boolean
  children: ReactNode
}

/**
 * Around file fields: with a script a file can also be dropped on it or pasted, as if it had been chosen in the field,
 * whose `onChange` hears of it.
 */
export function DropZone({ several = false, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  return (
    <div
      className={classes(
        "stack gap-3 rounded-control border border-dashed p-3",
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
        take(event.currentTarget, event.dataTransfer, several)
      }}
      onPaste={(event) => {
        if (take(event.currentTarget, event.clipboardData, several)) event.preventDefault()
      }}
    >
      {children}
      <p className="hint needs-script">
        {several
          ? "Vous pouvez aussi les déposer ici, ou les coller quand un champ est choisi."
          : "Vous pouvez aussi le déposer ici, ou le coller quand ce champ est choisi."}
      </p>
    </div>
  )
}

/** False when there is no file among what was dropped or pasted. */
function take(zone: HTMLElement, transfer: DataTransfer, several: boolean): boolean {
  const given = [...transfer.files].slice(0, several ? undefined : 1)
  for (const file of given) {
    const fields = [...zone.querySelectorAll<HTMLInputElement>("input[type=file]")]
    const field = several ? fields.find(({ files }) => files?.length === 0) : fields[0]
    if (!field) break
    const only = new DataTransfer()
    only.items.add(file)
    field.files = only.files
    // What hears of one file may show the field of the next.
    flushSync(() => field.dispatchEvent(new Event("change", { bubbles: true })))
  }
  return given.length > 0
}
