import type { SharingPermission } from "../../../../domain/accounts/sharing.ts"
import type { BookingAct } from "../../../../domain/booking/acts.ts"

/** What was just done, as the address says. */
export const sharingDone = ["partage", "droits", "retire", "renonce"] as const

export type GivenView = {
  id: string
  /** Empty until their address is confirmed. */
  name: string
  email: string
  permissions: readonly SharingPermission[]
  /** False until they have confirmed their address. */
  counts: boolean
}

export type SharingView = {
  given: readonly GivenView[]
  /** Accounts that are open to who is signed in. */
  received: readonly { id: string; owner: { id: string; name: string }; rights: string }[]
  /** What others last did in the name of the account, the latest first. */
  acts: readonly { id: number; at: Date; action: BookingAct["action"]; actorName: string; number: number }[]
  done: (typeof sharingDone)[number] | null
  mailsLeave: boolean
}
