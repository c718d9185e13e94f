import { Tabs } from "../../ui/tabs.tsx"
import { type ChangeEvent, useRef } from "react"
import { Form } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { dayLong, dayMedium } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { IconLink } from "../../ui/icon-link.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { useDisplayedValues } from "../../ui/use-displayed-values.ts"
import { DEBOUNCE_MS, useDelayedSubmit } from "../kit/use-delayed-submit.ts"
import {
  type PlanningUrl,
  type PlanningViewName,
  MIN_WEEKS,
  MAX_WEEKS,
  planningHref,
  planningPath,
  selectionCleared,
  visibleRange,
  stepHref,
  viewHref,
} from "./url.ts"
import type { PlannedProduct, PlanningView } from "./view.ts"
import { SearchField } from "../kit/search-field.tsx"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

type PlanningToolbarProps = { view: PlanningView; url: PlanningUrl }

const views: readonly { name: PlanningViewName; label: string; previousLabel: string; nextLabel: string }[] = [
  { name: "planning", label: "Planning", previousLabel: "Semaines précédentes", nextLabel: "Semaines suivantes" },
  { name: "annee", label: "Année", previousLabel: "Année précédente", nextLabel: "Année suivante" },
]

export function PlanningToolbar({
  view: { products, product, matchCount, hasSeveralPages, today },
  url,
}: PlanningToolbarProps) {
  const form = useRef<HTMLFormElement>(null)
  const { submitAfter, cancel, pendingTimer } = useDelayedSubmit(form)
  useDisplayedValues(
    form,
    { produit: product?.id ?? "", q: url.search, semaines: String(url.weeks ?? "") },
    pendingTimer,
  )
  const { from, to, year } = visibleRange(url, today)
  const isHourly = url.view === "planning" && url.weeks === null
  const title = {
    planning: `Du ${dayMedium(from)} au ${dayMedium(to)}`,
    annee: `Année ${year}`,
  }[url.view]
  const isCurrentPeriod = url.from === null && url.year === null
  return (
    <div className="stack gap-4">
      <Tabs
        label="Vues"
        tabs={views.map(({ name, label }) => ({
          label,
          href: viewHref(url, name, today),
          current: name === url.view,
        }))}
      />
      <Form
        ref={form}
        method="get"
        action={planningPath}
        className="fields-line"
        noValidate
        preventScrollReset
        onChange={({ target }: ChangeEvent<HTMLFormElement>) => {
          const typing = target.type === "search"
          submitAfter(typing ? DEBOUNCE_MS : 0, typing)
        }}
        onSubmit={cancel}
      >
        {url.view !== "planning" && <input type="hidden" name="vue" value={url.view} />}
        {url.from && <input type="hidden" name="debut" value={url.from} />}
        {url.year !== null && <input type="hidden" name="annee" value={url.year} />}
        <SelectField
          label="Produit"
          name="produit"
          optional="filter"
          defaultValue={product?.id ?? ""}
          placeholder="Tous les produits"
          options={products.map((each) => ({ value: each.id, label: productLabel(each) }))}
          className="min-w-0 flex-1 basis-60 sm:max-w-96"
        />
        {(hasSeveralPages || url.search !== "") && product === null && (
          <SearchField label="Nom du produit" value={url.search} className="min-w-0 flex-1 basis-48 sm:max-w-72" />
        )}
        {url.view === "planning" && (
          <SelectField
            label="Durée"
            name="semaines"
            optional="filter"
            defaultValue={String(url.weeks ?? "")}
            placeholder="4 jours, par heure"
            options={Array.from({ length: MAX_WEEKS - MIN_WEEKS + 1 }, (_, index) => ({
              value: String(index + MIN_WEEKS),
              label: `${index + MIN_WEEKS} semaines`,
            }))}
          />
        )}
        <Button variant="secondary" className="without-script">
          Afficher
        </Button>
      </Form>
      {url.search !== "" && product === null && (
        <p className="small soft" data-result>
          {countLabel(matchCount, "produit", "produits", "Aucun produit")}
        </p>
      )}
      <div className="cluster between">
        <h2 className="title-section" aria-live="polite">
          {isHourly ? (
            <>
              <span className="timeline-wide">{title}</span>
              <span className="timeline-narrow">{capitalize(dayLong(from))}</span>
            </>
          ) : (
            title
          )}
        </h2>
        <div className="cluster planning-acts">
          <StepLinks url={url} step={-1} today={today} />
          {!isCurrentPeriod && (
            <ButtonLink
              to={planningHref(url, { ...selectionCleared, from: null, year: null })}
              variant="secondary"
              size="small"
              preventScrollReset
              replace
            >
              Aujourd’hui
            </ButtonLink>
          )}
          <StepLinks url={url} step={1} today={today} />
          <ButtonLink to={`${planningHref(url)}#bloquer-une-periode`} variant="quiet" size="small" replace>
            Bloquer une période
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** A telephone shows one day of the timeline by the hour, and goes from day to day. */
function StepLinks({ url, step, today }: { url: PlanningUrl; step: -1 | 1; today: Day }) {
  const icon = step < 0 ? ChevronLeft : ChevronRight
  const view = views.find(({ name }) => name === url.view)
  const label = (step < 0 ? view?.previousLabel : view?.nextLabel) ?? ""
  const link = { icon, preventScrollReset: true, replace: true } as const
  if (url.view !== "planning" || url.weeks !== null)
    return <IconLink {...link} label={label} to={stepHref(url, step, { today })} />
  return (
    <>
      <span className="timeline-wide">
        <IconLink
          {...link}
          label={step < 0 ? "Jours précédents" : "Jours suivants"}
          to={stepHref(url, step, { today })}
        />
      </span>
      <span className="timeline-narrow">
        <IconLink {...link} label={step < 0 ? "Veille" : "Lendemain"} to={stepHref(url, step, { today, days: 1 })} />
      </span>
    </>
  )
}

export function productLabel({ name, isActive, isArchived }: PlannedProduct): string {
  return isArchived ? `${name} (archivé)` : isActive ? name : `${name} (inactif)`
}
