import { useSubmit } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import type { NewBookingView } from "../order/view.ts"
import { newBookingHref } from "./url.ts"

type ProductFieldProps = {
  view: Pick<NewBookingView, "products">
  product: { id: string }
  /** As the address names the client. */
  customer: string
  /** Whether the address names the product too. */
  named: boolean
  error: string | undefined
}

/** Part of the order's form: choosing another product keeps what was typed, and is sent without a script too. */
export function ProductField({ view, product, customer, named, error }: ProductFieldProps) {
  const submit = useSubmit()
  return (
    <div className="search-row">
      {/* Days, options and price were read for this one. */}
      <input type="hidden" name="produit-vu" value={product.id} />
      <SelectField
        label="Produit"
        id="produit"
        name="produit"
        defaultValue={product.id}
        options={view.products.map(({ id, name }) => ({ value: id, label: name }))}
        error={error}
        onChange={({ currentTarget: { form, value } }) => {
          if (!form) return
          const fields = new FormData(form)
          fields.set("intent", "calculer")
          void submit(fields, {
            method: "post",
            action: newBookingHref({ customer, product: named ? value : null }),
            preventScrollReset: true,
          })
        }}
      />
      <Button variant="secondary" className="without-script" name="intent" value="calculer">
        Afficher
      </Button>
    </div>
  )
}
