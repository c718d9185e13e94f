import type { Visitor } from "../../server/accounts/auth/visitor.ts"
import type { Act } from "./forms.server.ts"
import type { PostedForm } from "./posted-form.server.ts"
import { VIEWED_ACCOUNT_FIELD } from "./viewed-account.ts"
import { partyOf } from "./visitor.server.ts"

export const otherAccountText =
  "Vous avez changé de compte. Rien n’a été réservé\u00a0: vérifiez pour qui, puis continuez."

/** Another tab or a new sign-in may have changed it (D19). */
export function showsAnotherAccount({ fields }: PostedForm, visitor: Visitor | null): boolean {
  const viewed = fields.get(VIEWED_ACCOUNT_FIELD)
  return viewed !== null && visitor !== null && viewed !== partyOf(visitor).account.id
}

export function requireViewedAccount<Answer, Refused>(
  visitor: Visitor | null,
  act: Act<Answer>,
  refused: (form: PostedForm) => Refused | Promise<Refused>,
): Act<Answer | Refused> {
  return async (form) => (showsAnotherAccount(form, visitor) ? refused(form) : act(form))
}

/** One account's address must not appear in another's page. */
export function withoutFields(form: PostedForm): PostedForm {
  return { ...form, fields: new URLSearchParams() }
}
