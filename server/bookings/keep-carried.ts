import type { Party } from "../../domain/accounts/party.ts"
import type { CarriedTyping } from "../../domain/booking/carried-typing.ts"
import { log } from "../platform/log.ts"
import { keepDraftAddress, saveDraftDelivery } from "./draft.ts"

/**
 * Puts what was typed before a session ended into the draft of who has signed in again. What was typed on the page of
 * another account is not put into this one; what breaks is no reason not to be signed in: the step says what it has.
 */
export async function keepCarried(party: Party, carried: CarriedTyping, at: Date): Promise<void> {
  if (carried.account !== null && carried.account !== party.account.id) return
  try {
    if (carried.address) await keepDraftAddress(party, carried.draftOf, carried.address, at)
    if (carried.isDelivery !== null) await saveDraftDelivery(party, carried.draftOf, carried.isDelivery)
  } catch (error) {
    log.error("Error keeping what was typed before the session ended", { error })
  }
}
