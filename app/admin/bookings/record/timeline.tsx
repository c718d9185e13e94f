import { instantLong } from "../../../../domain/day-labels.ts"
import { type BookingEventView, eventSentence } from "./event-sentences.ts"

export function BookingTimeline({ events }: { events: readonly BookingEventView[] }) {
  return (
    <ol className="stack gap-2 border-l-2 border-line pl-4" aria-label="Événements">
      {events.map((event, index) => (
        <li key={index} className="small wrap-anywhere">
          {eventSentence(event)}
          <br />
          <time className="fine soft" dateTime={event.at.toISOString()}>
            {instantLong(event.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
