import { use } from "react"
import { href, useLocation } from "react-router"
import { OfflinePageContext } from "../../kit/offline-page.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { classes } from "../../ui/classes.ts"
import { Photo } from "../../ui/photo.tsx"
import type { CatalogView } from "./catalog-view.ts"
import { emptyIllustration } from "../../kit/illustrations.ts"
import { pageHref } from "./links.ts"
import { ProductCard, type ProductCardProps } from "./product-card.tsx"
import { useSearching } from "./use-searching.ts"

type ProductListProps = Pick<ProductCardProps, "detailed" | "headingLevel"> & {
  view: CatalogView
  matching?: string | undefined
  firstPicture?: boolean
}

export const emptyCatalogText = "Nos prochains photobooths s’afficheront ici."

export function ProductList({ view, matching, firstPicture, detailed, headingLevel }: ProductListProps) {
  const searching = useSearching()
  const isOffline = use(OfflinePageContext)
  const { products, search, delivery, isCatalogEmpty } = view
  if (products === null) return <NotLoaded />
  if (products.length === 0) return <NoProduct {...{ headingLevel }} matching={isCatalogEmpty ? undefined : matching} />
  const tiles = (
    <ul
      className={classes("tiles tiles-filled", searching && "opacity-60 transition-opacity")}
      aria-busy={searching || undefined}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            day={search.day}
            today={view.today}
            place={search}
            delivery={delivery}
            first={firstPicture && index === 0}
            {...{ detailed, headingLevel }}
          />
        </li>
      ))}
    </ul>
  )
  return isOffline ? (
    <>
      <NotLoaded />
      {tiles}
    </>
  ) : (
    <>
      {tiles}
      <ProductPages view={view} />
    </>
  )
}

export function ProductPages({ view: { page, pages } }: { view: Pick<CatalogView, "page" | "pages"> }) {
  const { pathname, search } = useLocation()
  const anchor = pathname === href("/") ? "#produits" : ""
  return (
    <Pagination
      page={page}
      pages={pages}
      href={(to) => `${pageHref({ pathname, search }, to)}${anchor}`}
      label="Pages de produits"
    />
  )
}

function NotLoaded() {
  return (
    <Notice tone="error" title="Une erreur est survenue lors du chargement des produits.">
      Rechargez la page, ou appelez-nous.
    </Notice>
  )
}

function NoProduct({ matching, headingLevel = 3 }: Pick<ProductListProps, "matching" | "headingLevel">) {
  const picture = <Photo image={emptyIllustration} sizes="26rem" />
  if (matching) {
    return (
      <EmptyState
        headingLevel={headingLevel}
        title={`Aucun produit pour «\u00a0${matching}\u00a0»`}
        picture={picture}
        action={
          <ButtonLink variant="secondary" to={href("/catalog")}>
            Voir tout le catalogue
          </ButtonLink>
        }
      >
        Essayez un mot plus court, ou parcourez tous nos produits.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      headingLevel={headingLevel}
      title="Aucun produit pour le moment"
      picture={picture}
      action={
        <ButtonLink variant="secondary" to={href("/newsletter")}>
          Être notifié des nouveautés
        </ButtonLink>
      }
    >
      {emptyCatalogText}
    </EmptyState>
  )
}
