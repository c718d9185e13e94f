import Plus from "lucide-react/icons/plus"
import { Form } from "react-router"
import { starterLabels, starterNames } from "../../../domain/catalog/starters.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { DeleteSheet } from "../kit/delete-sheet.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { orderParams, listHref } from "../kit/list-url.ts"
import { RestoreHint } from "../kit/restore-hint.tsx"
import { screens } from "../kit/screens.ts"
import { ProductsTable } from "./table.tsx"
import { ProductsTabs } from "./tabs.tsx"
import { type ProductsView, productsPath, productsShape } from "../kit/catalog/products-view.ts"

export const productStateOptions = [
  { value: "actif", label: "Actifs" },
  { value: "inactif", label: "Inactifs" },
  { value: "archive", label: "Archivés" },
]

export function ProductsScreen({ view }: { view: ProductsView }) {
  const { url, lines, page, pages, counts, removing, flash } = view
  const currentHref = listHref(productsShape, url, { page })
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{screens.products.title}</h1>
        <ButtonLink icon={Plus} to={screens.newProduct.to}>
          Ajouter un produit
        </ButtonLink>
      </div>
      <FlashMessage flash={flash} />
      {removing && (
        <DeleteSheet
          act={removing.bookings === 0 ? "product.removed" : "product.archived"}
          question="Êtes-vous sûr de vouloir supprimer ce produit ?"
          text={removalMessage(removing)}
          closeHref={currentHref}
          fields={{ id: removing.id }}
        />
      )}
      <ProductsTabs count={counts.listed} />
      <section className="panel stack gap-5" aria-label="Produits">
        <ListFilters
          href={productsPath}
          search={{ label: "Rechercher un produit", value: url.search, placeholder: "Nom ou description" }}
          filters={[
            {
              name: "etat",
              label: "État",
              all: "Tous, sauf archivés",
              options: productStateOptions,
              value: url.filters["etat"] ?? "",
            },
          ]}
          preservedParams={orderParams(productsShape, url)}
          resultText={resultCountLabel(view)}
        />
        {lines.length > 0 ? (
          <>
            <ProductsTable lines={lines} url={url} currentHref={currentHref} />
            <Pagination page={page} pages={pages} href={(to) => listHref(productsShape, url, { page: to })} />
          </>
        ) : (
          <NoProduct url={url} />
        )}
      </section>
      <RestoreHint matter="produits" />
    </>
  )
}

function resultCountLabel({ url, total, counts: { archived } }: ProductsView): string {
  const countText = countLabel(total, "produit", "produits", "Aucun produit")
  return archived > 0 && url.filters["etat"] !== "archive"
    ? `${countText}, ${archived} archivé${archived > 1 ? "s" : ""} à part`
    : countText
}

function NoProduct({ url }: Pick<ProductsView, "url">) {
  if (url.search !== "" || url.filters["etat"]) {
    return (
      <EmptyState
        title="Aucun produit ne correspond"
        action={
          <ButtonLink variant="secondary" to={productsPath}>
            Tout afficher
          </ButtonLink>
        }
      >
        Cherchez un autre mot, ou changez de filtre.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Aucun produit pour le moment"
      action={
        <Form method="post" className="cluster">
          <input type="hidden" name="intent" value="commencer" />
          {starterNames.map((name) => (
            <Button key={name} variant="secondary" name="modele" value={name}>
              Commencer avec {starterLabels[name]}
            </Button>
          ))}
        </Form>
      }
    >
      Choisissez un modèle à modifier. Il reste caché jusqu’à ce que vous l’activiez.
    </EmptyState>
  )
}

function removalMessage({ name, bookings }: NonNullable<ProductsView["removing"]>): string {
  if (bookings === 0) return `«\u00a0${name}\u00a0» sera supprimé avec ses options, sa notice et ses jours fermés.`
  const booked = bookings > 1 ? `${bookings} réservations le citent` : "une réservation le cite"
  return `«\u00a0${name}\u00a0» ne sera pas effacé mais archivé\u00a0: ${booked}, et elles doivent rester lisibles. Il quittera le catalogue.`
}
