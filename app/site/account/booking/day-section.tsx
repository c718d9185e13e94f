import { hourInLabel } from "../../../../domain/clock.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import type { EventDayView } from "./view.ts"

export function DaySection({ day: { hours, startsAt, venue } }: { day: EventDayView }) {
  return (
    <section className="panel stack" aria-labelledby="day-title">
      <h2 className="title-card" id="day-title">
        Le jour J
      </h2>
      <dl className="recap-plain">
        <div>
          <dt>Horaires</dt>
          <dd>
            {hours.length === 0
              ? "Nous les convenons avec vous avant le jour\u00a0J."
              : hours.map((sentence) => (
                  <span key={sentence} className="block">
                    {sentence}
                  </span>
                ))}
          </dd>
        </div>
        {startsAt && (
          <div>
            <dt>Début de l’événement</dt>
            <dd>{hourInLabel(startsAt)}</dd>
          </div>
        )}
        {venue && (venue.sentences.length > 0 || venue.href) && (
          <div>
            <dt>Le lieu</dt>
            <dd>
              {venue.sentences.length === 0
                ? "Décrivez-nous le lieu (prise, place, accès)\u00a0: une minute suffit."
                : venue.sentences.map((sentence) => (
                    <span key={sentence} className="block wrap-anywhere">
                      {sentence}
                    </span>
                  ))}
            </dd>
          </div>
        )}
      </dl>
      {venue?.href && (
        <p>
          <ButtonLink to={venue.href} variant="secondary" size="small">
            {venue.sentences.length === 0 ? "Décrire le lieu" : "Corriger la description du lieu"}
          </ButtonLink>
        </p>
      )}
    </section>
  )
}
