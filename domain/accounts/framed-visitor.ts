import type { ProfileId } from "../id.ts"

export type FramedVisitor = {
  userId: ProfileId
  accountId: ProfileId | null
  endsInSeconds: number
  name: string
  email: string
  isAdmin: boolean
  isNew: boolean
  phoneMissing: boolean
  /** null unless acting for another account; null `rights` once that access has ended, until acknowledged. */
  acting: { name: string; rights: "view" | "book" | null } | null
  others: readonly { id: ProfileId; name: string }[]
  cartLines: number
}
