import type { Party } from "../../domain/accounts/party.ts"
import type { CarriedDraft } from "../../domain/booking/carried-draft.ts"
import { log } from "../platform/log.ts"
import { autosaveDraftAddress, saveDraftDelivery } from "./draft.ts"

/** Never into another account's draft. Failures must not prevent the sign-in. */
export async function restoreCarriedDraft(party: Party, carried: CarriedDraft, at: Date): Promise<void> {
  if (carried.account !== null && carried.account !== party.account.id) return
  try {
    if (carried.address) await autosaveDraftAddress(party, carried.draftOf, carried.address, at)
    if (carried.isDelivery !== null) await saveDraftDelivery(party, carried.draftOf, carried.isDelivery)
  } catch (error) {
    log.error("Error keeping what was typed before the session ended", { error })
  }
}
