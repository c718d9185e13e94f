import type { EditRefusal } from "../kit/edit-refusal.ts"
import { Notice } from "../../ui/notice.tsx"
import { AddressFields } from "./address-fields.tsx"
import { type FinanceView, type WarehousePlace, financeLabels } from "../kit/finance-view.ts"

const parts = ["warehouseStreet", "warehouseZipCode", "warehouseCity"] as const

export function WarehouseFields({ view, refusal }: { view: FinanceView; refusal: EditRefusal | null }) {
  const fieldValue = (name: (typeof parts)[number]) => refusal?.values[name] ?? view.values[name]
  const [street, zipCode, city] = parts
  return (
    <fieldset className="field gap-3">
      <legend className="field-label">Dépôt</legend>
      <p className="hint">D’où partent les livraisons, et où l’on vient chercher.</p>
      <AddressFields
        names={{ street, zipCode, city }}
        labels={{
          street: financeLabels.warehouseStreet,
          zipCode: financeLabels.warehouseZipCode,
          city: financeLabels.warehouseCity,
        }}
        values={{ street: fieldValue(street), zipCode: fieldValue(zipCode), city: fieldValue(city) }}
        errors={refusal?.errors ?? {}}
      />
      {view.place ? (
        <p className="small soft">{placeLabel(view.place)}</p>
      ) : (
        <Notice tone="warning" title="Le dépôt n’est pas placé sur la carte">
          Tant qu’il ne l’est pas, chaque livraison vous arrive avec «&nbsp;Distance à confirmer&nbsp;».
        </Notice>
      )}
    </fieldset>
  )
}

function placeLabel({ label, precision, lat, lng }: WarehousePlace): string {
  const coordinates = [lat, lng]
    .map((degrees) => degrees.toLocaleString("fr-FR", { minimumFractionDigits: 4, maximumFractionDigits: 4 }))
    .join("\u00a0; ")
  const prefix = label === null ? "Enregistré sur la carte" : `Trouvé sur la carte\u00a0: ${label}`
  return `${prefix}${precision === "commune" ? ", au centre de la commune" : ""} (${coordinates}).`
}
