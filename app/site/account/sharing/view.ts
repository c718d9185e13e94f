import type { ActForAccount, GivenGrant } from "../../../../server/accounts/sharing/grants.ts"

/** What was just done, as the address says. */
export const sharingDone = ["partage", "droits", "retire", "renonce"] as const

export type GivenView = Omit<GivenGrant, "createdAt">

export type SharingView = {
  given: readonly GivenView[]
  /** Accounts that are open to who is signed in. */
  received: readonly { id: string; owner: { id: string; name: string }; rights: string }[]
  /** What others last did in the name of the account, the latest first. */
  acts: readonly ActForAccount[]
  done: (typeof sharingDone)[number] | null
  mailsLeave: boolean
}
