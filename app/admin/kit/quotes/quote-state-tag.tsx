import { followUpLabels } from "../../../../domain/quotes/follow-up.ts"
import { type QuoteState, quoteStateLabels } from "../../../../domain/quotes/state.ts"
import type { ListedQuote } from "../../../../server/quotes/list-quotes.ts"
import { Tag, type TagTone } from "../../../ui/tag.tsx"

const tones: Record<QuoteState, TagTone> = {
  draft: "neutral",
  sent: "pending",
  accepted: "ok",
  declined: "late",
  expired: "off",
  withdrawn: "off",
}

export function QuoteStateTag({ state }: { state: QuoteState }) {
  return <Tag tone={tones[state]}>{quoteStateLabels[state]}</Tag>
}

export function FollowUpTag({ followUp }: Pick<ListedQuote, "followUp">) {
  const needsAnswer = followUp === "change-requested" || followUp === "order-received"
  return followUp && <Tag tone={needsAnswer ? "busy" : "neutral"}>{followUpLabels[followUp]}</Tag>
}
