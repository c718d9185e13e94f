import { Form, useNavigate } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { useState } from "react"
import { daysLong, monthLong } from "../../../../domain/day-labels.ts"
import { type Day, type Month, sortedDays } from "../../../../domain/day.ts"
import { daysLabel } from "../../../../domain/pricing/price-labels.ts"
import { Button } from "../../../ui/button.tsx"
import { CalendarLegend } from "../../../ui/calendar-legend.tsx"
import { IconLink } from "../../../ui/icon-link.tsx"
import { NeedsScript } from "../../../ui/needs-script.tsx"
import type { OwnerCell } from "./owner-cells.ts"
import { OwnerMonth } from "./owner-month.tsx"

type DaysFormProps = {
  action: string
  /** What the form sends beside the ticked days. */
  fields: Readonly<Record<string, string>>
  month: Month
  weeks: readonly (readonly OwnerCell[])[]
  /** The days that the address has ticked. */
  days: readonly Day[]
  /** The month before or after, with what is ticked meanwhile. */
  monthHref: (months: number, ticked: readonly Day[]) => string
  /** What one can do here, while nothing is ticked. */
  hint: string
  block: string
  free: string
}

/** A product's month to walk through: bookings to open, days to tick and then to close or to open again. */
export function DaysForm({ action, fields, month, weeks, days, monthHref, hint, block, free }: DaysFormProps) {
  const navigate = useNavigate()
  const { selected, toggle, set } = useSelectedDays(days)
  const hrefOf = (step: number) => monthHref(step, [...selected])
  const shown = new Set(
    weeks
      .flat()
      .filter(({ outside, press }) => !outside && press === "select")
      .map(({ iso }) => iso),
  )
  const elsewhere = sortedDays(selected).filter((day) => !shown.has(day))
  return (
    <Form method="get" action={action} className="stack" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {elsewhere.map((day) => (
        <input key={day} type="hidden" name="jours" value={day} />
      ))}
      <OwnerMonth
        title={monthLong(month)}
        weeks={weeks}
        previous={
          <IconLink plain icon={ChevronLeft} label="Mois précédent" to={hrefOf(-1)} preventScrollReset replace />
        }
        next={<IconLink plain icon={ChevronRight} label="Mois suivant" to={hrefOf(1)} preventScrollReset replace />}
        selected={selected}
        onToggle={toggle}
        onMonth={(step) => void navigate(hrefOf(step), { preventScrollReset: true, replace: true })}
      >
        <CalendarLegend
          items={[
            { state: "available", label: "Disponible" },
            { state: "pending", label: "En attente" },
            { state: "confirmed", label: "Confirmé" },
            { state: "blocked", label: "Bloqué" },
            { state: "cancelled", label: "Annulé ou refusé" },
          ]}
        />
      </OwnerMonth>
      <div className="cluster between">
        <p className="small soft" aria-live="polite">
          {selected.size > 0 ? `${daysLabel(selected.size)}\u00a0: ${daysLong([...selected])}` : hint}
        </p>
        <div className="cluster">
          {selected.size > 0 && (
            <NeedsScript>
              <Button type="button" variant="quiet" size="small" onClick={() => set([])}>
                Tout décocher
              </Button>
            </NeedsScript>
          )}
          <Button name="geste" value="bloquer" variant="secondary" size="small">
            {block}
          </Button>
          <Button name="geste" value="liberer" variant="secondary" size="small">
            {free}
          </Button>
        </div>
      </div>
    </Form>
  )
}

/**
 * The days that are ticked. They start as the address says and follow it when it changes: the address gets them when
 * a bulk action opens, and loses them once it is done.
 */
function useSelectedDays(inAddress: readonly Day[]) {
  const inUrl = inAddress.join(",")
  const [followed, follow] = useState(inUrl)
  const [selected, select] = useState<ReadonlySet<Day>>(() => new Set(inAddress))
  if (followed !== inUrl) {
    follow(inUrl)
    select(new Set(inAddress))
  }
  const toggle = (day: Day, ticked: boolean) =>
    select((days) => {
      const next = new Set(days)
      if (ticked) next.add(day)
      else next.delete(day)
      return next
    })
  return { selected, toggle, set: (days: readonly Day[]) => select(new Set(days)) }
}
