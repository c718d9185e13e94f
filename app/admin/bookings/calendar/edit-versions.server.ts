import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import type { Stale } from "../../../../server/bookings/version.ts"
import type { ChangedField } from "../../kit/edit-refusal.ts"
import { eventSentence } from "../record/event-sentences.ts"
import type { StaleEditView } from "../order/view.ts"

/**
 * What another administrator did to the booking since the form was opened, and the fields that both changed; none where
 * it only has to be read. `version` is what stands now: choices are made over it.
 */
export function staleView(
  { by, at, action, actorKind, details }: Stale,
  asked: readonly ChangedField[],
  version: number,
  now: Date,
): StaleEditView {
  return {
    told: eventSentence({ at, action, actorKind, actorName: by, details }),
    when: agoLabel(at, now),
    version,
    changed: asked,
  }
}
