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
  fields: Readonly<Record<string, string>>
  month: Month
  weeks: readonly (readonly OwnerCell[])[]
  days: readonly Day[]
  monthHref: (months: number, ticked: readonly Day[]) => string
  hint: string
  blockLabel: string
  freeLabel: string
}

export function DaysForm({
  action,
  fields,
  month,
  weeks,
  days,
  monthHref,
  hint,
  blockLabel,
  freeLabel,
}: DaysFormProps) {
  const navigate = useNavigate()
  const { selected, toggle, set } = useSelectedDays(days)
  const stepHref = (step: number) => monthHref(step, [...selected])
  const visibleDays = new Set(
    weeks
      .flat()
      .filter(({ outside, press }) => !outside && press === "select")
      .map(({ iso }) => iso),
  )
  const daysInOtherMonths = sortedDays(selected).filter((day) => !visibleDays.has(day))
  return (
    <Form method="get" action={action} className="stack" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {daysInOtherMonths.map((day) => (
        <input key={day} type="hidden" name="jours" value={day} />
      ))}
      <OwnerMonth
        title={monthLong(month)}
        weeks={weeks}
        previous={
          <IconLink plain icon={ChevronLeft} label="Mois précédent" to={stepHref(-1)} preventScrollReset replace />
        }
        next={<IconLink plain icon={ChevronRight} label="Mois suivant" to={stepHref(1)} preventScrollReset replace />}
        selected={selected}
        onToggle={toggle}
        onMonth={(step) => void navigate(stepHref(step), { preventScrollReset: true, replace: true })}
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
            {blockLabel}
          </Button>
          <Button name="geste" value="liberer" variant="secondary" size="small">
            {freeLabel}
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** Resets whenever the URL changes: a bulk action puts the days there and removes them when done. */
function useSelectedDays(urlDays: readonly Day[]) {
  const urlKey = urlDays.join(",")
  const [lastUrlKey, setLastUrlKey] = useState(urlKey)
  const [selected, setSelected] = useState<ReadonlySet<Day>>(() => new Set(urlDays))
  if (lastUrlKey !== urlKey) {
    setLastUrlKey(urlKey)
    setSelected(new Set(urlDays))
  }
  const toggle = (day: Day, ticked: boolean) =>
    setSelected((days) => {
      const next = new Set(days)
      if (ticked) next.add(day)
      else next.delete(day)
      return next
    })
  return { selected, toggle, set: (days: readonly Day[]) => setSelected(new Set(days)) }
}
