import type { MailState } from "../../../domain/content/mail-state.ts"
import { Tag, type TagTone } from "../../ui/tag.tsx"

const states: Record<MailState, { label: string; tone: TagTone }> = {
  waiting: { label: "En attente", tone: "pending" },
  sent: { label: "Parti", tone: "ok" },
  kept: { label: "Gardé", tone: "neutral" },
  refused: { label: "Refusé", tone: "late" },
  failed: { label: "Abandonné", tone: "late" },
  withdrawn: { label: "Retiré", tone: "off" },
}

/** A resent mail is no longer alarming. */
export function MailStateTag({ state, sentAgainAs }: { state: MailState; sentAgainAs: string | null }) {
  const { label, tone } = states[state]
  return sentAgainAs === null ? <Tag tone={tone}>{label}</Tag> : <Tag tone="neutral">Renvoyé</Tag>
}
