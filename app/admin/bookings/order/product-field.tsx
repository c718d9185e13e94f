import { useSubmit } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import type { NewBookingView } from "./view.ts"

type ProductFieldProps = {
  products: NewBookingView["products"]
  product: { id: string }
  toHref: (product: string) => string
  error: string | undefined
}

export function ProductField({ products, product, toHref, error }: ProductFieldProps) {
  const submit = useSubmit()
  return (
    <div className="search-row">
      {/* The product that the displayed days, options and price belong to. */}
      <input type="hidden" name="produit-vu" value={product.id} />
      <SelectField
        label="Produit"
        id="produit"
        name="produit"
        defaultValue={product.id}
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
        error={error}
        onChange={({ currentTarget: { form, value } }) => {
          if (!form) return
          const fields = new FormData(form)
          fields.set("intent", "calculer")
          void submit(fields, { method: "post", action: toHref(value), preventScrollReset: true })
        }}
      />
      <Button variant="secondary" className="without-script" name="intent" value="calculer">
        Afficher
      </Button>
    </div>
  )
}
