import { type ReactNode, type Ref, useState } from "react"
import { flushSync } from "react-dom"
import { classes } from "./classes.ts"
import { Field, type FieldText } from "./field.tsx"

type FileFieldProps = FieldText & {
  name: string
  accept: string
  input?: Ref<HTMLInputElement>
  /** null when the file was removed. */
  onChosen?: (file: File | null) => void
}

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
  several?: boolean
  children: ReactNode
}

/** Dropped and pasted files fire the field's own `onChange`. */
export function DropZone({ several = false, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    <div
      className={classes(
        "stack gap-3 rounded-control border border-dashed p-3",
        isOver ? "border-accent-line bg-accent-wash" : "border-line",
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        acceptFiles(event.currentTarget, event.dataTransfer, several)
      }}
      onPaste={(event) => {
        if (acceptFiles(event.currentTarget, event.clipboardData, several)) event.preventDefault()
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

function acceptFiles(zone: HTMLElement, transfer: DataTransfer, several: boolean): boolean {
  const dropped = [...transfer.files].slice(0, several ? undefined : 1)
  for (const file of dropped) {
    const fields = [...zone.querySelectorAll<HTMLInputElement>("input[type=file]")]
    const field = several ? fields.find(({ files }) => files?.length === 0) : fields[0]
    if (!field) break
    const only = new DataTransfer()
    only.items.add(file)
    field.files = only.files
    // A change may render the next file's field.
    flushSync(() => field.dispatchEvent(new Event("change", { bubbles: true })))
  }
  return dropped.length > 0
}
