import { useRef } from "react"
import { Form, useSubmit } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { useShownValues } from "../../../ui/use-shown-values.ts"
import type { PickedCatalogueProduct } from "./options-view.ts"

type PickedProductProps = { products: readonly PickedCatalogueProduct[]; chosen: PickedCatalogueProduct; path: string }

/** Whose options, or whose manual. */
export function PickedProduct({ products, chosen, path }: PickedProductProps) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useShownValues(form, { produit: chosen.id })
  return (
    <Form ref={form} method="get" action={path} className="flex flex-wrap items-end gap-3" preventScrollReset>
      <SelectField
        className="min-w-0 max-w-md flex-1 basis-60"
        label="Produit"
        name="produit"
        optional="filter"
        defaultValue={chosen.id}
        options={products.map(({ id, name, isActive, isArchived }) => ({
          value: id,
          label: `${name}${isArchived ? " (archivé)" : isActive ? "" : " (inactif)"}`,
        }))}
        onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
      />
      <Button variant="secondary" className="without-script">
        Afficher
      </Button>
    </Form>
  )
}
