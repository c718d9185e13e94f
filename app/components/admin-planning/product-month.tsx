import { useMemo } from "react"
import { Form, useNavigate } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { daysLong, monthLong } from "../../../domain/day-words.ts"
import { addMonths, sortedDays } from "../../../domain/day.ts"
import { daysWords } from "../../../domain/pricing/price-words.ts"
import { Button } from "../../ui/button.tsx"
import { CalendarLegend } from "../../ui/calendar-legend.tsx"
import { IconLink } from "../../ui/icon-link.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { bookingsHref, readBookingsUrl } from "../admin/bookings-url.ts"
import type { OwnerMonthView } from "../admin/bookings-view.ts"
import { ownerWeeks } from "../calendar/owner-cells.ts"
import { KeptRows } from "../admin-typing/kept-rows.tsx"
import { OwnerMonth } from "../calendar/owner-month.tsx"
import { useSelectedDays } from "../calendar/use-selected-days.ts"
import { type PlanningUrl, closed, planningHref, planningPath } from "./planning-url.ts"
import type { PlannedProduct } from "./planning-view.ts"

type ProductMonthProps = { product: PlannedProduct; days: OwnerMonthView; url: PlanningUrl }

/** A product's month: bookings to open, days to tick and then to close or to open again, with why they are closed. */
export function ProductMonth({ product, days: view, url }: ProductMonthProps) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { selected, toggle, set } = useSelectedDays(url.days)
  // What is ticked comes along to the next month.
  const monthHref = (step: -1 | 1) => planningHref(url, { ...closed, month: addMonths(view.month, step), days: [...selected] })
  const weeks = useMemo(() => {
    const bookings = readBookingsUrl(new URLSearchParams([["produit", product.id], ["mois", view.month]]))
    return ownerWeeks(view, product.units, (day, booking) => bookingsHref(bookings, { day, booking }))
  }, [view, product])
  const shown = new Set(weeks.flat().filter(({ outside, press }) => !outside && press === "select").map(({ iso }) => iso))
  const elsewhere = sortedDays(selected).filter((day) => !shown.has(day))

  return (
    <Form method="get" action={planningPath} className="stack" preventScrollReset>
      <input type="hidden" name="vue" value="mois" />
      <input type="hidden" name="produit" value={product.id} />
      <input type="hidden" name="mois" value={view.month} />
      {elsewhere.map((day) => (
        <input key={day} type="hidden" name="jours" value={day} />
      ))}
      <KeptRows name="jours" covers="jours" rows={sortedDays(selected)} onRestore={set} />
      <OwnerMonth
        title={monthLong(view.month)}
        weeks={weeks}
        previous={<IconLink plain icon={ChevronLeft} label="Mois précédent" to={monthHref(-1)} preventScrollReset replace />}
        next={<IconLink plain icon={ChevronRight} label="Mois suivant" to={monthHref(1)} preventScrollReset replace />}
        selected={selected}
        onToggle={toggle}
        onMonth={(step) => void navigate(monthHref(step), { preventScrollReset: true, replace: true })}
      >
        <CalendarLegend
          items={[
            { state: "available", label: "Disponible" }, { state: "pending", label: "En attente" }, { state: "confirmed", label: "Confirmé" },
            { state: "blocked", label: "Bloqué" }, { state: "cancelled", label: "Annulé ou refusé" },
          ]}
        />
      </OwnerMonth>
      <div className="cluster between">
        <p className="small soft" aria-live="polite">
          {selected.size > 0 ? `${daysWords(selected.size)}\u00a0: ${daysLong([...selected])}` : "Cochez des jours libres ou bloqués, ou choisissez une période plus bas."}
        </p>
        <div className="cluster">
          {hydrated && selected.size > 0 && (
            <Button type="button" variant="quiet" size="small" onClick={() => set([])}>
              Tout décocher
            </Button>
          )}
          <Button name="geste" value="bloquer" variant="secondary" size="small">
            Bloquer ces jours
          </Button>
          <Button name="geste" value="liberer" variant="secondary" size="small">
            Libérer ces jours
          </Button>
        </div>
      </div>
    </Form>
  )
}
