import { type BookingStatus, statusLabels } from "../../../domain/booking/status.ts"
import { Tag } from "../../ui/tag.tsx"

const tones = { pending: "pending", confirmed: "ok", refused: "off", cancelled: "off" } as const

/** A booking ends at its signing deadline, even before the job has recorded it. */
export function StatusTag({ status, hasEnded }: { status: BookingStatus; hasEnded: boolean }) {
  const displayedStatus = status === "confirmed" && hasEnded ? "cancelled" : status
  return <Tag tone={tones[displayedStatus]}>{statusLabels[displayedStatus]}</Tag>
}
