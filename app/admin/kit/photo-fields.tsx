import { useEffect, useRef, useState } from "react"
import { FieldError } from "../../ui/field.tsx"
import { DropZone } from "../../ui/file-field.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { shrinkPhoto } from "./shrink-photo.ts"

export type StoredPhoto = { field: string; file: File }

type PhotoFieldsProps = {
  id: string
  fieldPrefix: string
  /** Names the machine when there are several. */
  about: string | null
  error: string | undefined
  max: number
  restored?: readonly StoredPhoto[]
}

const noPhotos: readonly StoredPhoto[] = []

/** One input per photograph, which works without JavaScript; choosing one reveals the next. */
export function PhotoFields({ id, fieldPrefix, about, error, max, restored = noPhotos }: PhotoFieldsProps) {
  const hydrated = useHydrated()
  const fields = useRef<HTMLFieldSetElement>(null)
  const [chosenCount, setChosenCount] = useState(0)
  const lastFilled = Math.max(chosenCount, ...restored.map(({ field }) => Number(field.slice(fieldPrefix.length))))
  const fieldCount = hydrated ? Math.min(max, lastFilled + 1) : max
  useEffect(() => {
    for (const { field, file } of restored) {
      const input = fields.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)
      if (input && input.files?.length === 0) setInputFile(input, file)
    }
  }, [restored, fieldCount])
  const handleChoice = async (input: HTMLInputElement, place: number) => {
    const file = input.files?.[0]
    if (!file) return
    setChosenCount((count) => Math.max(count, place))
    const smaller = await shrinkPhoto(file)
    if (smaller === file || input.files?.[0] !== file) return
    setInputFile(input, smaller)
    // Makes the draft store the smaller file too.
    input.dispatchEvent(new Event("change", { bubbles: true }))
  }
  return (
    <fieldset
      ref={fields}
      className="field gap-3"
      aria-describedby={error ? `${id}-error` : undefined}
      id={id}
      tabIndex={-1}
    >
      <legend className="field-label">{about ? `Photographies, ${about}` : "Photographies"} (facultatif)</legend>
      <DropZone several>
        {Array.from({ length: fieldCount }, (_, index) => (
          <label key={index} className={`stack gap-1 small${!hydrated && index > 0 ? " without-script" : ""}`}>
            Photographie {index + 1}
            <input
              type="file"
              name={`${fieldPrefix}${index + 1}`}
              accept="image/png,image/jpeg,image/webp"
              className="input"
              onChange={({ currentTarget }) => void handleChoice(currentTarget, index + 1)}
            />
          </label>
        ))}
      </DropZone>
      {restored.length > 0 && (
        <p className="small" role="status">
          {restored.length > 1
            ? `${restored.length} photographies gardées sur cet appareil sont de nouveau là.`
            : "La photographie gardée sur cet appareil est de nouveau là."}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

function setInputFile(input: HTMLInputElement, file: File): void {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
}
