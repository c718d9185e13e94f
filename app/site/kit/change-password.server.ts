import { redirect } from "react-router"
import { passwordProblemText } from "../../../domain/accounts/password.ts"
import { changePassword } from "../../../server/accounts/auth/change-password.ts"
import { passwordChangeForm } from "../../../server/accounts/auth/forms.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { signingFailed } from "../../http/auth-answers.server.ts"
import { act } from "../../http/forms.server.ts"
import { refuseThrottled } from "../../http/guarded-forms.server.ts"

export function passwordAct(visitor: Visitor, redirectPath: (retour: string | undefined) => string) {
  return act(
    passwordChangeForm,
    async ({ actuel, password, retour }, form) => {
      const changed = await changePassword(visitor, { current: actuel, next: password })
      if (changed.ok) return redirect(redirectPath(retour), 303)
      switch (changed.error.kind) {
        case "wrong-password":
          return form.refuse({ actuel: "Ce n’est pas votre mot de passe actuel." })
        case "weak-password":
          return form.refuse({ password: passwordProblemText(changed.error.problem, visitor.role !== null) })
        case "throttled":
          return refuseThrottled(form, changed.error)
      }
    },
    { ...signingFailed, failed: "Erreur lors de la mise à jour du mot de passe" },
  )
}
