import type { BookingStatus } from "../../../../domain/booking/status.ts"
import { statusLabels } from "../../../../domain/booking/status.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { Tag, type TagTone } from "../../../ui/tag.tsx"
import type { BookingLine } from "./line.ts"

const tones: Record<BookingStatus, TagTone> = { pending: "pending", confirmed: "ok", refused: "off", cancelled: "off" }

export function StatusTag({ status }: { status: BookingStatus }) {
  return <Tag tone={tones[status]}>{statusLabels[status]}</Tag>
}

/** Red once the promised 24 hours are over (D12). */
export function WaitingTag({ booking, now }: { booking: BookingLine; now: Date }) {
  return (
    <Tag tone={now > booking.answerDueAt ? "late" : "pending"}>
      <span className="sr-only">déposée </span>
      {agoLabel(booking.createdAt, now)}
    </Tag>
  )
}

export function MarkTags({ booking }: { booking: BookingLine }) {
  return (
    <>
      {booking.distanceToConfirm && <Tag tone="late">Distance à confirmer</Tag>}
      {booking.isExample && <Tag tone="busy">Exemple</Tag>}
      {booking.isDemonstration && <Tag tone="busy">Démonstration</Tag>}
    </>
  )
}
