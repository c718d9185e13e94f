import { randomBytes, randomInt } from "node:crypto"
import type { FramedVisitor } from "../../domain/accounts/framed-visitor.ts"
import type { ProfileId } from "../../domain/id.ts"

/** What in a page is one person's, or of one answer. All else of it is alike for everybody of one shape. */
export type OwnValues = {
  userId: ProfileId
  name: string
  email: string
  endsInSeconds: number
  cartLines: number
  requestId: string
  nonce: string
}
export type OwnValue = keyof OwnValues

/** What changes more of a page than the values themselves. */
export type Shape = { isAdmin: boolean; phoneMissing: boolean; hasCart: boolean }

/**
 * Stands in a page, while it is rendered, for whatever is somebody's own. Of one rendering alone, and random: nobody can
 * have put it into a text of the shop, and nothing that another rendering has left anywhere is taken for it.
 */
export type Marks = { shape: Shape; values: OwnValues; framed: FramedVisitor }

export function newMarks(shape: Shape): Marks {
  const values = {
    userId: word() as ProfileId,
    name: word(),
    email: word(),
    endsInSeconds: number(),
    cartLines: shape.hasCart ? number() : 0,
    requestId: word(),
    nonce: word(),
  }
  const { userId, name, email, endsInSeconds, cartLines } = values
  const { isAdmin, phoneMissing } = shape
  const own = { userId, accountId: userId, endsInSeconds, name, email, isAdmin, phoneMissing, cartLines }
  return { shape, values, framed: { ...own, isNew: false, acting: null, others: [] } }
}

/** Letters and figures alone: it is written the same wherever it stands. */
function word(): string {
  return `m${randomBytes(20).toString("hex")}`
}

/** Fifteen figures. */
function number(): number {
  return randomInt(2 ** 47, 2 ** 48 - 1)
}

/** Somebody of whom a page says nothing but these values; null for whoever it says more of, or who acts for another. */
export function plainly(
  framed: FramedVisitor,
): { shape: Shape; values: Omit<OwnValues, "requestId" | "nonce"> } | null {
  const { userId, accountId, name, email, endsInSeconds, cartLines, isAdmin, phoneMissing } = framed
  if (framed.isNew || framed.acting !== null || framed.others.length > 0 || accountId !== userId) return null
  if (name === "" || !Number.isSafeInteger(endsInSeconds) || endsInSeconds <= 0) return null
  return {
    shape: { isAdmin, phoneMissing, hasCart: cartLines > 0 },
    values: { userId, name, email, endsInSeconds, cartLines },
  }
}

export function nameOfShape({ isAdmin, phoneMissing, hasCart }: Shape): string {
  return `${isAdmin ? "administrator" : "customer"}${phoneMissing ? " without-phone" : ""}${hasCart ? " with-cart" : ""}`
}
