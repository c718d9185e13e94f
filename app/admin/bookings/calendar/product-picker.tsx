import { useRef } from "react"
import { Form, useSubmit } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { useShownValues } from "../../../ui/use-shown-values.ts"
import { type BookingsUrl, bookingsPath } from "../../kit/booking/bookings-url.ts"
import type { PickedProduct } from "../../kit/calendar/view.ts"

type ProductPickerProps = { products: readonly PickedProduct[]; chosen: PickedProduct; url: BookingsUrl }

/** Whose days the calendar shows. */
export function ProductPicker({ products, chosen, url }: ProductPickerProps) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useShownValues(form, { produit: chosen.id })
  return (
    <Form ref={form} method="get" action={bookingsPath} className="search-row" preventScrollReset>
      {url.month && <input type="hidden" name="mois" value={url.month} />}
      <SelectField
        label="Produit"
        name="produit"
        optional="filter"
        defaultValue={chosen.id}
        options={products.map(({ id, name, isActive }) => ({
          value: id,
          label: isActive ? name : `${name} (inactif)`,
        }))}
        onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
      />
      <Button variant="secondary" className="without-script">
        Afficher
      </Button>
    </Form>
  )
}
