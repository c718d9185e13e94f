import ExternalLink from "lucide-react/icons/external-link"
import Printer from "lucide-react/icons/printer"
import { href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import { type EditRefusal, refusalFor } from "../kit/edit-refusal.ts"
import { screens } from "../kit/screens.ts"
import { QrCard } from "../../kit/qr-card.tsx"
import { ManualForm } from "./form.tsx"
import { type ManualsView, manualsPath } from "./view.ts"
import { NoProductYet } from "../kit/catalog/no-product-yet.tsx"
import { ProductPicker } from "../kit/catalog/product-picker.tsx"

type ManualsScreenProps = { view: ManualsView; refusal: EditRefusal | null }

export function ManualsScreen({ view, refusal }: ManualsScreenProps) {
  const { choices, product, address, flash } = view
  if (!product) return <NoProductYet title={screens.manuals.title} flash={flash} />
  return (
    <>
      <h1 className="title-page">{screens.manuals.title}</h1>
      <FlashMessage flash={flash} />
      <div className="cluster between items-end">
        <ProductPicker choices={choices} chosen={product.id} path={manualsPath} />
        <div className="cluster gap-2">
          <ButtonLink variant="secondary" size="small" icon={ExternalLink} to={href("/manual/:id", { id: product.id })}>
            Voir la notice publique
          </ButtonLink>
          <ButtonLink
            variant="secondary"
            size="small"
            icon={Printer}
            to={`${screens.manualLabels.to}?produit=${product.id}`}
          >
            Imprimer des étiquettes
          </ButtonLink>
        </div>
      </div>
      <section className="stack gap-5" aria-labelledby="sections">
        <div className="stack gap-1">
          <h2 className="title-card" id="sections" data-result>
            {product.name}
          </h2>
          <p className="small soft">Un geste par section&nbsp;: allumer, changer le papier, éteindre.</p>
        </div>
        <ManualForm key={product.id} view={view} refusal={refusalFor(refusal, "enregistrer")} />
      </section>
      <QrCard productId={product.id} name={product.name} address={address} use="stick" />
    </>
  )
}
