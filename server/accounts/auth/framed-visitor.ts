import type { FramedVisitor } from "../../../domain/accounts/framed-visitor.ts"
import { mayBook } from "../../../domain/accounts/sharing.ts"
import { type Visitor, hasJustSignedUp, actingAccountId } from "./visitor.ts"

export function toFramedVisitor(visitor: Visitor, at: Date): FramedVisitor {
  const { user, profile, session, acting, sharedWithThem, role, cartLines } = visitor
  const hasEnded = acting?.kind === "ended"
  const mayOrder = !acting || (acting.kind === "shared" && mayBook(acting.permissions))
  const others = sharedWithThem.map(({ id, name }) => ({ id, name }))
  return {
    userId: user.id,
    accountId: actingAccountId(visitor),
    endsInSeconds: Math.round((session.expiresAt.getTime() - at.getTime()) / 1000),
    name: profile.name,
    email: profile.email,
    role,
    isNew: hasJustSignedUp(visitor, at),
    phoneMissing: acting === null && !profile.phone,
    acting: acting && { name: acting.account.name, rights: hasEnded ? null : mayOrder ? "book" : "view" },
    others: hasEnded ? others : others.filter(({ id }) => id !== acting?.account.id),
    cartLines: mayOrder ? cartLines : 0,
  }
}
