import type { ProfileId } from "../id.ts"

/** All that the frame around every page, and its scripts, say of who is signed in. */
export type FramedVisitor = {
  userId: ProfileId
  /** Whose account its pages are about; null once an access has ended under it. */
  accountId: ProfileId | null
  /** Of the session. */
  endsInSeconds: number
  name: string
  email: string
  isAdmin: boolean
  /** Their account was opened a moment ago. */
  isNew: boolean
  /** They act for themselves and have given no telephone. */
  phoneMissing: boolean
  /** For whom they act; null for themselves. `rights` are null once the access has ended, until they have read so. */
  acting: { name: string; rights: "view" | "book" | null } | null
  /** Whom else they might act for. */
  others: readonly { id: ProfileId; name: string }[]
  /** How many lines the valid cart of the account has. */
  cartLines: number
}
