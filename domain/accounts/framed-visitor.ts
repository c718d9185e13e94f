import type { ProfileId } from "../id.ts"
import type { BackOfficeRole } from "./staff-roles.ts"

export type FramedVisitor = {
  userId: ProfileId
  accountId: ProfileId | null
  endsInSeconds: number
  name: string
  email: string
  /** null for customers. */
  role: BackOfficeRole | null
  isNew: boolean
  phoneMissing: boolean
  /** null unless acting for another account; null `rights` once that access has ended, until acknowledged. */
  acting: { name: string; rights: "view" | "book" | null } | null
  others: readonly { id: ProfileId; name: string }[]
  cartLines: number
}
