import type { Visitor } from "../../server/accounts/auth/visitor.ts"
import type { Act } from "./forms.server.ts"
import type { PostedForm } from "./posted-form.server.ts"
import { SHOWN_ACCOUNT } from "./shown-account.ts"
import { partyOf } from "./visitor.server.ts"

export const otherAccountText =
  "Vous n’agissez plus pour le compte de cette page. Rien n’a été réservé\u00a0: relisez pour qui vous agissez, puis continuez."

/** A page that was shown for another account than the one acted for by now: in another tab, or signed in anew (D19). */
export function isOfAnotherAccount({ fields }: PostedForm, visitor: Visitor | null): boolean {
  const shown = fields.get(SHOWN_ACCOUNT)
  return shown !== null && visitor !== null && shown !== partyOf(visitor).account.id
}

/** An act that writes nothing into the account acted for when its page showed another: `refused` answers instead. */
export function onShownAccount<Answer, Refused>(
  visitor: Visitor | null,
  act: Act<Answer>,
  refused: (form: PostedForm) => Refused | Promise<Refused>,
): Act<Answer | Refused> {
  return async (form) => (isOfAnotherAccount(form, visitor) ? refused(form) : act(form))
}

/** The form without what was typed in it: one account's address is not shown in another's page. */
export function withoutFields(form: PostedForm): PostedForm {
  return { ...form, fields: new URLSearchParams() }
}
