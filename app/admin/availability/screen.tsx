import { useMemo } from "react"
import { href, useLocation } from "react-router"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { Photo } from "../../ui/photo.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import { HomelessCard } from "../kit/booking/homeless-card.tsx"
import { refusalFlash } from "../kit/booking/field-state.ts"
import { screens } from "../kit/screens.ts"
import { emptyListPicture } from "../../kit/empty-list-picture.ts"
import { PeriodForm } from "./period-form.tsx"
import { PickedSheet } from "./picked-sheet.tsx"
import { PlanningList } from "./list.tsx"
import { PlanningGrid } from "./grid.tsx"
import { PlanningToolbar } from "./toolbar.tsx"
import { planningHref, readPlanningUrl, sheetsClosed } from "./url.ts"
import type { PlanningRefusal, PlanningView } from "./view.ts"
import { PreviewSheet } from "./preview-sheet.tsx"
import { RepairSheet } from "./repair-sheet.tsx"
import { ClosedPeriods } from "./closed-list.tsx"
import { YearGrid } from "./year-month.tsx"

type PlanningScreenProps = { view: PlanningView; refusal: PlanningRefusal | null }

export function PlanningScreen({ view, refusal }: PlanningScreenProps) {
  const { search } = useLocation()
  const productExists = view.product !== null
  const url = useMemo(() => {
    const parsed = readPlanningUrl(new URLSearchParams(search))
    // The product may have been deleted since the URL was made; then all products are displayed.
    return productExists
      ? parsed
      : { ...parsed, product: null, actProduct: parsed.actProduct === parsed.product ? null : parsed.actProduct }
  }, [search, productExists])
  const refusalMessage = useMemo(() => refusalFlash(refusal), [refusal])
  const { products, preview, picked } = view
  return (
    <>
      <header className="cluster between">
        <h1 className="title-page">{screens.availability.title}</h1>
        <ButtonLink to={screens.calendars.to} variant="quiet" size="small">
          Suivre dans un agenda
        </ButtonLink>
      </header>
      <FlashMessage flash={refusalMessage ?? view.flash} />
      {picked ? (
        <PickedSheet key="picked" picked={picked} url={url} refusal={refusal} />
      ) : (
        preview &&
        ("firstDay" in preview ? (
          <RepairSheet key="repair" repair={preview} url={url} refusal={refusal} />
        ) : (
          url.act && <PreviewSheet key="preview" act={url.act} preview={preview} url={url} refusal={refusal} />
        ))
      )}
      {products.length > 0 ? (
        <>
          <HomelessCard
            homeless={view.homeless}
            rehouseHref={({ id, productId, firstDay }) =>
              planningHref(url, {
                ...sheetsClosed,
                view: "planning",
                from: firstDay,
                picked: { booking: id, product: productId, unit: null, day: firstDay },
              })
            }
          />
          <PlanningToolbar view={view} url={url} />
          {view.product === null && view.matchCount === 0 ? (
            <div className="panel">
              <EmptyState
                title="Aucun produit n’a ce nom"
                action={
                  <ButtonLink to={planningHref(url, { search: "" })} variant="secondary" size="small">
                    Tout afficher
                  </ButtonLink>
                }
              >
                Essayez un mot de son nom.
              </EmptyState>
            </div>
          ) : (
            <ViewContent view={view} url={url} />
          )}
          <Pagination
            page={view.page}
            pages={view.pages}
            href={(page) => planningHref(url, { page })}
            label="Produits du planning"
          />
          <ClosedPeriods periods={view.closedPeriods} several={view.product === null} />
          <PeriodForm key={search} view={view} url={url} />
        </>
      ) : (
        <NoProduct />
      )}
    </>
  )
}

function ViewContent({ view, url }: { view: PlanningView; url: ReturnType<typeof readPlanningUrl> }) {
  const { content, today } = view
  if (content.view === "annee")
    return <YearGrid year={content.year} capacities={content.capacities} today={today} url={url} />
  return (
    <>
      <PlanningGrid timeline={content.timeline} today={today} url={url} />
      <PlanningList timeline={content.timeline} url={url} />
    </>
  )
}

function NoProduct() {
  return (
    <div className="panel">
      <EmptyState
        title="Aucun produit pour le moment"
        picture={<Photo image={emptyListPicture} sizes="26rem" />}
        action={
          <ButtonLink to={href("/admin/products")} variant="secondary">
            Ouvrir les produits
          </ButtonLink>
        }
      >
        Le planning s’ouvrira ici, avec chaque exemplaire, ses réservations et ses jours bloqués.
      </EmptyState>
    </div>
  )
}
