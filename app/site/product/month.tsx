import { Form, useNavigate } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { monthWithin } from "../../../domain/availability/months.ts"
import { customerDayStyle, customerDayLabel } from "../../../domain/availability/day-labels.ts"
import { dayCellLabel, monthLong } from "../../../domain/day-labels.ts"
import type { EventPlace } from "../../../domain/catalog/event-search.ts"
import { type Day, type Month, addMonths, monthOf } from "../../../domain/day.ts"
import type { CalendarCell } from "../../ui/calendar-day.ts"
import { CalendarGrid } from "../../ui/calendar-grid.tsx"
import { CalendarLegend } from "../../ui/calendar-legend.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { IconLink } from "../../ui/icon-link.tsx"
import { MonthList } from "../kit/month-list.tsx"
import { bookHref, productHref } from "../kit/links.ts"
import type { MonthView, ProductDetailView } from "./view.ts"

type ProductMonthProps = {
  product: { id: string; name: string }
  view: MonthView
  requested: ProductDetailView["requested"]
  place: EventPlace
}

export function ProductMonth({ product, view, requested, place }: ProductMonthProps) {
  const navigate = useNavigate()
  const productId = product.id
  const monthHref = (month: Month) => {
    const base = productHref(product, { days: requested ? [requested.day] : [], ...place })
    return `${base}${base.includes("?") ? "&" : "?"}mois=${month}`
  }
  const monthLink = (step: -1 | 1) => <MonthLink step={step} view={view} href={monthHref} />
  const cells = view.days.map((day) => toCell(day, view, { productId, place, requested: requested?.day }))
  return (
    <Form method="get" action={bookHref(productId)}>
      {place.postcode && <input type="hidden" name="cp" value={place.postcode} />}
      {place.town && <input type="hidden" name="ville" value={place.town} />}
      <CalendarGrid
        title={monthLong(view.month)}
        weeks={Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))}
        variant="act"
        name="dates"
        headingLevel={3}
        onMonth={(months) => {
          const month = monthWithin({ month: view.month, months: view }, months)
          if (month !== view.month) void navigate(monthHref(month), { preventScrollReset: true, replace: true })
        }}
        previous={monthLink(-1)}
        next={monthLink(1)}
        months={
          <MonthList {...view}>
            {(month, label) => (
              <ButtonLink
                variant="secondary"
                size="small"
                to={monthHref(month)}
                rel="nofollow"
                aria-current={month === view.month || undefined}
                preventScrollReset
                replace
              >
                {label}
              </ButtonLink>
            )}
          </MonthList>
        }
      >
        <CalendarLegend
          items={[
            { state: "free", label: "Libre" },
            ...(view.days.some(({ part }) => part) ? [{ state: "part" as const, label: "Libre en partie" }] : []),
            ...(requested?.answer.free ? [{ state: "chosen" as const, label: "Votre date" }] : []),
            { state: "taken", label: "Pris" },
            { state: "closed", label: "Fermé" },
          ]}
        />
      </CalendarGrid>
    </Form>
  )
}

function MonthLink({ step, view, href }: { step: -1 | 1; view: MonthView; href: (month: Month) => string }) {
  const month = addMonths(view.month, step)
  const icon = step < 0 ? ChevronLeft : ChevronRight
  const label = step < 0 ? "Mois précédent" : "Mois suivant"
  if (month < view.earliest || month > view.latest)
    return <IconButton plain type="button" disabled icon={icon} label={label} />
  return <IconLink plain icon={icon} label={label} to={href(month)} rel="nofollow" preventScrollReset replace />
}

type CellContext = { productId: string; place: EventPlace; requested: Day | undefined }

function toCell(
  { day, state, part, plan }: MonthView["days"][number],
  { month, today }: MonthView,
  { productId, place, requested }: CellContext,
): CalendarCell {
  const word = part?.word ?? customerDayLabel[state]
  const isRequested = day === requested
  const labelParts = [dayCellLabel(day, word), isRequested ? "votre date" : "", state === "free" ? "réserver" : ""]
  return {
    day: Number(day.slice(8)),
    iso: day,
    outside: monthOf(day) !== month,
    today: day === today,
    state: isRequested && state === "free" ? "chosen" : part ? "part" : customerDayStyle(state),
    word,
    ...(part ? { shortWord: part.shortWord } : state === "not-sold" ? { shortWord: "–" } : {}),
    label: labelParts.filter(Boolean).join(", "),
    ...(plan === null ? {} : { href: bookHref(productId, { days: [day], plan, ...place }) }),
  }
}
