import { type ChangeEvent, useId, useRef } from "react"
import { Field } from "../../ui/field.tsx"
import { useAddressCompletion } from "../../kit/use-address-completion.ts"

type Part = "street" | "zipCode" | "city"
type AddressFieldsProps = {
  /** Used as ids too. */
  names: Record<Part, string>
  labels: Record<Part, string>
  values: Record<Part, string>
  errors: Readonly<Record<string, string>>
}

/** Without JavaScript these are plain inputs. */
export function AddressFields({ names, labels, values, errors }: AddressFieldsProps) {
  const completion = useAddressCompletion()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const inputFor = (part: Part) => box.current?.querySelector<HTMLInputElement>(`[name="${names[part]}"]`)
  const handleInput = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = completion.findSuggestion(target.value)
    if (!chosen)
      return completion.requestSuggestions(
        (["street", "zipCode", "city"] as const).map((part) => inputFor(part)?.value ?? "").join(" "),
      )
    // A suggestion fills all three fields, but the street only when it was typed there.
    const parts: readonly Part[] = target.name === names.street ? ["street", "zipCode", "city"] : ["zipCode", "city"]
    for (const part of parts) {
      const field = inputFor(part)
      if (field) field.value = chosen[part]
    }
  }
  const field = (part: Part, maxLength: number) => (
    <Field id={names[part]} label={labels[part]} error={errors[names[part]]}>
      {(control) => (
        <input
          {...control}
          required={false}
          className="input"
          name={names[part]}
          defaultValue={values[part]}
          onChange={handleInput}
          list={listId}
          autoComplete="off"
          maxLength={maxLength}
          inputMode={part === "zipCode" ? "numeric" : undefined}
        />
      )}
    </Field>
  )
  return (
    <div className="stack address-fields" ref={box}>
      {field("street", 200)}
      <div className="postcode-town">
        {field("zipCode", 5)}
        {field("city", 120)}
      </div>
      <datalist id={listId}>
        {completion.suggestions.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </div>
  )
}
