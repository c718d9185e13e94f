import { Form, href, useNavigation } from "react-router"
import { secondFactorPath } from "../../http/return-path.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"

export type SignInRuleProps = {
  required: boolean
  hasOwnSecondFactor: boolean
}

/** D17. */
export function SignInRule({ required, hasOwnSecondFactor }: SignInRuleProps) {
  const busy = useNavigation().formData?.has("secondFactor") ?? false
  return (
    <section className="panel stack" aria-labelledby="connexion">
      <h2 className="title-card" id="connexion">
        Connexion des administrateurs
      </h2>
      <p>
        {required
          ? "La double authentification est obligatoire\u00A0: un administrateur qui ne l’a pas encore l’active avant d’entrer."
          : "Le mot de passe suffit. La double authentification peut être rendue obligatoire pour tous les administrateurs."}
      </p>
      {required || hasOwnSecondFactor ? (
        <Form method="post" preventScrollReset>
          <Button
            variant="secondary"
            size="small"
            name="secondFactor"
            value={required ? "optional" : "required"}
            busy={busy}
          >
            {required ? "Rendre facultative" : "Rendre obligatoire"}
          </Button>
        </Form>
      ) : (
        <div className="stack gap-2">
          <p className="small soft">Activez d’abord la vôtre, pour ne pas rester à la porte.</p>
          <p>
            <ButtonLink to={secondFactorPath(href("/admin/users"))} variant="secondary" size="small">
              Activer la mienne
            </ButtonLink>
          </p>
        </div>
      )}
    </section>
  )
}
