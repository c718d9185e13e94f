import { type ChangeEvent, useId, useRef } from "react"
import { Field } from "../../ui/field.tsx"
import { useAddressCompletion } from "../../kit/use-address-completion.ts"

type Part = "street" | "zipCode" | "city"
type AddressFieldsProps = {
  /** Names of the three fields, which are their ids as well. */
  names: Record<Part, string>
  labels: Record<Part, string>
  values: Record<Part, string>
  errors: Readonly<Record<string, string>>
}

/** Street, postcode and town that complete as one types, like the wizard's; without a script they are simply typed. */
export function AddressFields({ names, labels, values, errors }: AddressFieldsProps) {
  const completion = useAddressCompletion()
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const fieldOf = (part: Part) => box.current?.querySelector<HTMLInputElement>(`[name="${names[part]}"]`)
  const typed = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = completion.chosen(target.value)
    if (!chosen)
      return completion.ask(
        (["street", "zipCode", "city"] as const).map((part) => fieldOf(part)?.value ?? "").join(" "),
      )
    // Taken from the list: it fills the three fields, the street only where it was typed.
    const parts: readonly Part[] = target.name === names.street ? ["street", "zipCode", "city"] : ["zipCode", "city"]
    for (const part of parts) {
      const field = fieldOf(part)
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
          onChange={typed}
          list={list}
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
      <datalist id={list}>
        {completion.suggestions.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </div>
  )
}
