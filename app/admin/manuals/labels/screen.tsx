import { Form, href } from "react-router"
import Printer from "lucide-react/icons/printer"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { Notice } from "../../../ui/notice.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { screens } from "../../kit/screens.ts"
import type { PickedCatalogueProduct } from "../../kit/catalog/options-view.ts"
import { manualsPath } from "../view.ts"
import { SearchField } from "../../kit/search-field.tsx"

export type LabelsView = {
  search: string
  products: readonly PickedCatalogueProduct[]
  matchCount: number
  hasSeveralPages: boolean
  /** From 1. */
  page: number
  pages: number
  /** `address` is the content of the QR code. */
  labels: readonly { id: string; name: string; address: string }[]
  /** Products beyond the sheet's capacity. */
  omittedCount: number
  /** Per product. */
  copies: number
  companyName: string
}

const counts = [1, 2, 3, 4, 6, 8, 12].map((count) => ({ value: String(count), label: String(count) }))

export function LabelsScreen({ view }: { view: LabelsView }) {
  const { search, products, matchCount, hasSeveralPages, page, pages, labels, omittedCount, copies, companyName } = view
  const chosen = new Set(labels.map(({ id }) => id))
  const visibleIds = new Set(products.map(({ id }) => id))
  const chosenElsewhere = labels.filter(({ id }) => !visibleIds.has(id))
  return (
    <>
      <h1 className="title-page no-print">{screens.manualLabels.title}</h1>
      {omittedCount > 0 && (
        <div className="no-print">
          <Notice tone="warning" title={`Une feuille prend ${labels.length} produits au plus`}>
            {countLabel(omittedCount, "produit choisi n’y est pas", "produits choisis n’y sont pas", "")}&nbsp;:
            imprimez celle-ci, puis composez-en une autre avec le reste.
          </Notice>
        </div>
      )}
      <Form method="get" action={screens.manualLabels.to} className="panel stack no-print" preventScrollReset>
        {hasSeveralPages && (
          <div className="fields-line">
            <SearchField label="Nom du produit" value={search} className="min-w-0 flex-1 basis-48 sm:max-w-96" />
            <Button variant="secondary" name="page" value="1">
              Chercher
            </Button>
          </div>
        )}
        {/* Keeps products chosen on other pages. */}
        {chosenElsewhere.map(({ id }) => (
          <input key={id} type="hidden" name="produit" value={id} />
        ))}
        <fieldset className="field">
          <legend className="field-label">Produits de la feuille</legend>
          {hasSeveralPages && (
            <p className="small soft" data-result>
              {countLabel(matchCount, "produit", "produits", "Aucun produit")}
              {labels.length > 0 && `, ${countLabel(labels.length, "choisi", "choisis", "")}`}
              {chosenElsewhere.length > 0 &&
                ` dont ${chosenElsewhere.length} qui n’${chosenElsewhere.length > 1 ? "apparaissent" : "apparaît"} pas ici`}
            </p>
          )}
          <div
            key={`${search} ${page} ${[...chosen].join(" ")}`}
            className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 xl:grid-cols-3"
          >
            {products.map(({ id, name }) => (
              <Checkbox key={id} name="produit" value={id} label={name} defaultChecked={chosen.has(id)} />
            ))}
          </div>
        </fieldset>
        {pages > 1 && (
          <div className="cluster" role="group" aria-label="Pages de produits">
            <Button variant="quiet" size="small" name="page" value={page - 1} disabled={page === 1}>
              Précédents
            </Button>
            <span className="small soft">
              Page {page} sur {pages}
            </span>
            <Button variant="quiet" size="small" name="page" value={page + 1} disabled={page === pages}>
              Suivants
            </Button>
          </div>
        )}
        <div className="fields-line">
          <SelectField label="Étiquettes par produit" name="nombre" options={counts} defaultValue={String(copies)} />
          <Button variant="secondary" name="page" value={page}>
            Composer la feuille
          </Button>
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
