import type { ActForAccount, OwnGrant } from "../../../../server/accounts/sharing/grants.ts"

export const sharingOutcomes = ["partage", "droits", "retire", "renonce"] as const

export type GrantView = Omit<OwnGrant, "createdAt">

export type SharingView = {
  granted: readonly GrantView[]
  received: readonly { id: string; owner: { id: string; name: string }; rights: string }[]
  acts: readonly ActForAccount[]
  done: (typeof sharingOutcomes)[number] | null
  canMail: boolean
}
