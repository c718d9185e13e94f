import { Form, href } from "react-router"
import { type BackOfficeRole, backOfficeRoles } from "../../../domain/accounts/staff-roles.ts"
import { secondFactorPath } from "../../http/return-path.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { useSending } from "../kit/use-sending.ts"

export type SignInRuleProps = {
  roles: readonly BackOfficeRole[]
  hasOwnSecondFactor: boolean
}

const holders = {
  admin: "Les administrateurs",
  manager: "Les gérants",
  crew: "L’équipe",
  accountant: "Les comptables",
} as const satisfies Record<BackOfficeRole, string>

/** D17. */
export function SignInRule({ roles, hasOwnSecondFactor }: SignInRuleProps) {
  const sending = useSending({ intent: "double-authentification" })
  return (
    <section className="panel stack" aria-labelledby="connexion">
      <h2 className="title-card" id="connexion">
        Double authentification
      </h2>
      <Form method="post" className="stack" preventScrollReset>
        <fieldset className="field">
          <legend className="field-label">Obligatoire pour</legend>
          {backOfficeRoles.map((role) => (
            <Checkbox
              key={role}
              name="secondFactor"
              value={role}
              label={holders[role]}
              defaultChecked={roles.includes(role)}
              disabled={role === "admin" && !hasOwnSecondFactor && !roles.includes(role)}
            />
          ))}
        </fieldset>
        {!hasOwnSecondFactor && <p className="small soft">Pour les administrateurs, activez d’abord la vôtre.</p>}
        <p className="cluster">
          <Button variant="secondary" size="small" name="intent" value="double-authentification" busy={sending}>
            Enregistrer
          </Button>
          {!hasOwnSecondFactor && (
            <ButtonLink to={secondFactorPath(href("/admin/users"))} variant="quiet" size="small">
              Activer la mienne
            </ButtonLink>
          )}
        </p>
      </Form>
    </section>
  )
}
