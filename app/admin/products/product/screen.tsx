import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import BookOpen from "lucide-react/icons/book-open"
import Copy from "lucide-react/icons/copy"
import ExternalLink from "lucide-react/icons/external-link"
import Eye from "lucide-react/icons/eye"
import EyeOff from "lucide-react/icons/eye-off"
import Megaphone from "lucide-react/icons/megaphone"
import RotateCcw from "lucide-react/icons/rotate-ccw"
import SlidersVertical from "lucide-react/icons/sliders-vertical"
import Trash2 from "lucide-react/icons/trash-2"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { ImageForm } from "../../kit/picture/form.tsx"
import { pictureRefusal, refusalFor } from "../../kit/edit-refusal.ts"
import { screens } from "../../kit/screens.ts"
import { ProductEmbed } from "./embed.tsx"
import { GalleryEditor } from "./gallery.tsx"
import { BundleParts } from "./bundle-parts.tsx"
import { ProductForm } from "./form.tsx"
import { ProductPlans } from "./plans.tsx"
import { ProductUnits } from "./units.tsx"
import { ProductTag } from "../../kit/catalog/product-tags.tsx"
import type { ProductRefusal, ProductView } from "./view.ts"
import { productsPath } from "../../kit/catalog/products-view.ts"

export function ProductScreen({ product, refusal }: { product: ProductView; refusal: ProductRefusal | null }) {
  const { id, texts, isActive, isArchived, flash } = product
  const unattributedErrors =
    refusal?.errors["image"] && !refusal.values["intent"] ? [{ message: refusal.errors["image"] }] : []
  return (
    <>
      <div className="stack gap-2">
        <p className="small">
          <Link to={productsPath}>Produits</Link>
        </p>
        <div className="cluster">
          <h1 className="title-page min-w-0 break-words">{id === "" ? screens.newProduct.title : texts.name}</h1>
          {id !== "" && <ProductTag kind={product.kind} isActive={isActive} isArchived={isArchived} />}
        </div>
      </div>
      <FlashMessage flash={flash} />
      <FormError errors={unattributedErrors} answer={refusal} />
      {isArchived && <ArchivedNotice bookings={product.bookings} />}
      {isActive && product.plans.length > 0 && product.plans.every(({ state }) => state !== "on-sale") && (
        <Notice tone="warning" title="Rien n’est en vente pour ce produit">
          Il est visible dans le catalogue. Indiquez un prix, mettez une formule en vente, ou désactivez-le.
        </Notice>
      )}
      <div className="desk-columns">
        <ProductForm key={id} product={product} refusal={refusalFor(refusal, "enregistrer")} />
        <div className="stack gap-5">
          <section className="panel stack" aria-label="Image du produit">
            <h2 className="title-card">Image</h2>
            {id === "" ? (
              <p className="small soft">Créez le produit, puis ajoutez son image ici.</p>
            ) : (
              <ImageForm
                intent="image"
                label="Image du produit"
                {...product.upload}
                stored={product.picture}
                removeIntent="retirer-image"
                refusal={unattributedErrors.length > 0 ? null : pictureRefusal(refusal, "image")}
              />
            )}
          </section>
          {id !== "" && <ProductLinks product={product} />}
          {id !== "" && isActive && product.kind !== "accessory" && (
            <ProductEmbed id={id} address={product.searchResult.address} />
          )}
        </div>
      </div>
      {product.bundle && <BundleParts bundle={product.bundle} refusal={refusalFor(refusal, "contenu")} />}
      {product.plans.length > 0 && <ProductPlans productId={id} plans={product.plans} />}
      {id !== "" && product.kind !== "bundle" && <ProductUnits productId={id} units={product.units} />}
      {id !== "" && product.kind !== "accessory" && (
        <GalleryEditor
          productId={id}
          gallery={product.gallery}
          upload={product.upload}
          flash={flash}
          refusal={refusal}
        />
      )}
    </>
  )
}

function ArchivedNotice({ bookings }: { bookings: number }) {
  return (
    <Notice tone="info" title="Ce produit est archivé">
      {bookings > 0
        ? `Il a ${bookings > 1 ? `${bookings} réservations` : "une réservation"}, qui doivent rester lisibles\u00a0: il ne peut pas être effacé. Désarchivez-le pour le louer de nouveau.`
        : "Désarchivez-le pour le louer de nouveau."}
    </Notice>
  )
}

function ProductLinks({ product: { id, kind, isActive, isArchived, bookings } }: { product: ProductView }) {
  const isSold = kind !== "accessory"
  return (
    <section className="panel stack" aria-label="Autour de ce produit">
      <h2 className="title-card">Autour de ce produit</h2>
      <ul className="stack gap-1">
        {isSold && (
          <LinkLine to={`${href("/admin/options")}?produit=${id}`} icon={SlidersVertical}>
            Options
          </LinkLine>
        )}
        <LinkLine to={`${href("/admin/manuals")}?produit=${id}`} icon={BookOpen}>
          Notice
        </LinkLine>
        {isSold && (
          <LinkLine to={href("/admin/products/:id/lettre", { id })} icon={Megaphone}>
            Lettre aux inscrits
          </LinkLine>
        )}
        {isSold && isActive && (
          <LinkLine to={href("/product/:id", { id })} icon={ExternalLink}>
            Voir sur le site
          </LinkLine>
        )}
      </ul>
      <p className="small soft">
        {bookings === 0 ? "Aucune réservation" : bookings > 1 ? `${bookings} réservations` : "1 réservation"}
      </p>
      <Form method="post" action={`${productsPath}?vers=${id}`} className="cluster gap-2">
        <input type="hidden" name="id" value={id} />
        {isArchived ? (
          <Button variant="secondary" size="small" icon={RotateCcw} name="intent" value="desarchiver">
            Désarchiver
          </Button>
        ) : (
          isSold && (
            <Button
              variant="secondary"
              size="small"
              icon={isActive ? EyeOff : Eye}
              name="intent"
              value={isActive ? "desactiver" : "activer"}
            >
              {isActive ? "Désactiver" : "Activer"}
            </Button>
          )
        )}
        <Button variant="secondary" size="small" icon={Copy} name="intent" value="dupliquer">
          Dupliquer
        </Button>
        {!isArchived && (
          <ButtonLink
            variant="quiet"
            size="small"
            icon={Trash2}
            to={`${productsPath}?supprimer=${id}`}
            aria-haspopup="dialog"
          >
            Supprimer
          </ButtonLink>
        )}
      </Form>
    </section>
  )
}

function LinkLine({ to, icon, children }: { to: string; icon: typeof BookOpen; children: ReactNode }) {
  return (
    <li>
      <ButtonLink variant="quiet" size="small" icon={icon} to={to}>
        {children}
      </ButtonLink>
    </li>
  )
}
