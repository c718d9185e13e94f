import CircleAlert from "lucide-react/icons/circle-alert"
import { dayLong, dayWithWeekday, monthLong } from "../../../domain/day-labels.ts"
import { type Day, monthOf, weekday } from "../../../domain/day.ts"
import { classes } from "../../ui/classes.ts"
import { Icon } from "../../ui/icon.tsx"
import { placeClass } from "./place-class.ts"
import { PlanningRow } from "./row.tsx"
import { productLabel } from "./toolbar.tsx"
import { type PickedBar, type PlanningUrl, planningHref } from "./url.ts"
import type { Timeline } from "./view.ts"
import { useBarDrag } from "./use-bar-drag.ts"
import { type RefObject, useEffect, useRef } from "react"

const initials = ["l", "m", "m", "j", "v", "s", "d"] as const
const QUARTERS_A_DAY = 96

const legendItems = [
  { look: "timeline-confirmed", label: "Confirmée" },
  { look: "timeline-pending", label: "Demande" },
  { look: "timeline-preparation", label: "Préparation" },
  { look: "timeline-repair", label: "Réparation" },
  { look: "timeline-block", label: "Bloqué" },
  { look: "timeline-move", label: "À reloger" },
  { look: "timeline-hold", label: "Panier en cours" },
  { look: "timeline-quote", label: "Devis" },
  { look: "timeline-outside", label: "Pris ailleurs" },
] as const

/** The bars are links, so dragging them (vertically to another unit, sideways to other dates) is only a shortcut. */
export function PlanningGrid({ timeline, today, url }: { timeline: Timeline; today: Day; url: PlanningUrl }) {
  const { from, days, isHourly, rows, bookings } = timeline
  const drag = useBarDrag(bookings)
  const scroller = useScrollToToday(from)
  const firstWeekend = days.findIndex((day) => weekday(day) === 6)
  return (
    <div>
      <div ref={scroller} className="planning-scroll" tabIndex={0} role="region" aria-label="Planning des exemplaires">
        <div
          className={classes(
            "timeline",
            isHourly ? "timeline-hours" : `timeline-weeks timeline-weeks-${days.length / 7}`,
            !isHourly && `timeline-weekend-${firstWeekend}`,
            drag.dropTarget && "timeline-moving",
          )}
        >
          <TimelineHead timeline={timeline} today={today} />
          {rows.map(({ product, units, homeless }) => {
            const lane = {
              timeline,
              product,
              dropTarget: drag.dropTarget,
              barHref: (picked: PickedBar) => planningHref(url, { act: null, picked }),
              gripProps: drag.grip,
            }
            return (
              <section key={product.id} aria-label={productLabel(product)}>
                <h3 className="timeline-product">
                  <span>{productLabel(product)}</span>
                </h3>
                <ul>
                  {units.map(({ unit, label, inService, bars }) => (
                    <PlanningRow
                      key={unit}
                      {...lane}
                      unit={unit}
                      bars={bars}
                      name={
                        <>
                          n°&nbsp;{unit} {label && <span>{label}</span>}
                          {!inService && <small>hors stock</small>}
                        </>
                      }
                    />
                  ))}
                  {homeless.length > 0 && (
                    <PlanningRow
                      {...lane}
                      unit={null}
                      bars={homeless}
                      name={
                        <>
                          <Icon icon={CircleAlert} /> À reloger
                        </>
                      }
                    />
                  )}
                </ul>
              </section>
            )
          })}
        </div>
      </div>
      <ul className="legend">
        {legendItems.map(({ look, label }) => (
          <li key={label}>
            <span className={classes("timeline-key", look)} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The name of a month with fewer columns would run into the next one. */
const MIN_DAYS_FOR_MONTH_NAME = 4

function startsMonth(days: readonly Day[], index: number): boolean {
  const month = (at: number) => days[at]?.slice(0, 7)
  return month(index) !== month(index - 1) && month(index) === month(index + MIN_DAYS_FOR_MONTH_NAME - 1)
}

function TimelineHead({ timeline: { days, isHourly }, today }: { timeline: Timeline; today: Day }) {
  return (
    <div className="timeline-row timeline-head" aria-hidden="true">
      <b className="timeline-unit">Exemplaire</b>
      <div className="timeline-lane">
        {days.map((day, index) => (
          <div key={day} className={classes("timeline-at", placeClass(index * QUARTERS_A_DAY))}>
            <div
              className={classes("timeline-day", day === today && "timeline-today", day < today && "timeline-past")}
              title={dayLong(day)}
            >
              {isHourly ? (
                <>
                  <b>{dayWithWeekday(day)}</b>
                  {[0, 6, 12, 18].map((hour) => (
                    <i key={hour}>{hour}&nbsp;h</i>
                  ))}
                </>
              ) : (
                <>
                  {startsMonth(days, index) && <b>{monthLong(monthOf(day))}</b>}
                  <i>{initials[weekday(day) - 1]}</i>
                  {Number(day.slice(8))}
                </>
              )}
            </div>
          </div>
        ))}
      </div>
      {isHourly && (
        <p className="timeline-scale">
          {[6, 12, 18, 0, 6].map((hour, index) => (
            <span key={index}>{hour}&nbsp;h</span>
          ))}
        </p>
      )}
    </div>
  )
}

const DAYS_BEFORE = 1

/** Scrolls to today again whenever `rangeKey` changes. */
function useScrollToToday(rangeKey: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const today = box.querySelector("thead .planning-today, .timeline-today")?.getBoundingClientRect()
    const corner = box.querySelector(".planning-corner, .timeline-head > .timeline-unit")?.getBoundingClientRect()
    const offset = today && corner ? today.left - corner.right - DAYS_BEFORE * today.width : 0
    box.scrollLeft = today ? box.scrollLeft + offset : 0
  }, [rangeKey])
  return scroller
}
