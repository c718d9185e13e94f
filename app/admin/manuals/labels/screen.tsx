import { Form, href } from "react-router"
import Printer from "lucide-react/icons/printer"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { screens } from "../../kit/screens.ts"
import type { PickedCatalogueProduct } from "../../kit/catalog/options-view.ts"
import { manualsPath } from "../view.ts"

export type LabelsView = {
  products: readonly PickedCatalogueProduct[]
  /** Those of the sheet, with the address that each code holds. */
  labels: readonly { id: string; name: string; address: string }[]
  /** How many of each. */
  copies: number
  companyName: string
}

const counts = [1, 2, 3, 4, 6, 8, 12].map((count) => ({ value: String(count), label: String(count) }))

/** For the owner: QR codes to print, cut out and stick on the machines. */
export function LabelsScreen({ view: { products, labels, copies, companyName } }: { view: LabelsView }) {
  const chosen = new Set(labels.map(({ id }) => id))
  return (
    <>
      <h1 className="title-page no-print">{screens.manualLabels.title}</h1>
      <Form method="get" action={screens.manualLabels.to} className="panel stack no-print" preventScrollReset>
        <fieldset className="field">
          <legend className="field-label">Produits de la feuille</legend>
          <div className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 xl:grid-cols-3">
            {products.map(({ id, name }) => (
              <Checkbox key={id} name="produit" value={id} label={name} defaultChecked={chosen.has(id)} />
            ))}
          </div>
        </fieldset>
        <div className="cluster items-end">
          <SelectField label="Étiquettes par produit" name="nombre" options={counts} defaultValue={String(copies)} />
          <Button variant="secondary">Composer la feuille</Button>
          {labels.length > 0 && (
            <Button type="button" icon={Printer} className="needs-script" onClick={() => window.print()}>
              Imprimer
            </Button>
          )}
          <ButtonLink variant="quiet" to={manualsPath}>
            Retour aux notices
          </ButtonLink>
        </div>
        {labels.length > 0 && (
          <p className="hint without-script">
            Imprimez cette page depuis votre navigateur&nbsp;: seule la feuille sort.
          </p>
        )}
      </Form>
      {labels.length === 0 ? (
        <div className="panel no-print">
          <EmptyState title="Aucun produit choisi">
            Cochez les produits dont vous voulez coller le QR code, puis composez la feuille.
          </EmptyState>
        </div>
      ) : (
        <ul className="label-sheet" aria-label="Feuille d’étiquettes">
          {labels.flatMap(({ id, name, address }) =>
            Array.from({ length: copies }, (_, copy) => (
              <li key={`${id} ${copy}`} className="label">
                <img
                  className="qr-code"
                  src={href("/manual/:id/qr.png", { id })}
                  srcSet={`${href("/manual/:id/qr.png", { id })} 1x, ${href("/manual/:id/qr.png", { id })}?taille=600 3x`}
                  width={200}
                  height={200}
                  alt={`QR code de la notice\u00a0: ${name}`}
                />
                <div>
                  <p className="text-lg leading-snug font-strong">{name}</p>
                  <p className="small">Un doute&nbsp;? Scannez pour lire la notice.</p>
                  <p className="fine soft break-all">{address}</p>
                  <p className="fine soft">{companyName}</p>
                </div>
              </li>
            )),
          )}
        </ul>
      )}
    </>
  )
}
