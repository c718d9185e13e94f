import { Form, href, redirect } from "react-router"
import { signOut } from "../../../../server/accounts/auth/sign-out.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { forgetAllDrafts } from "../../../kit/drafts/store.ts"
import { pageMeta } from "../../../http/meta.ts"
import { getVisitor } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Déconnexion", canonical: null })

/** A prefetched link must not sign anyone out: only the button does. */
export function loader({ context }: Route.LoaderArgs) {
  if (!getVisitor(context)) throw redirect(href("/"))
  return null
}

export async function action({ request }: Route.ActionArgs) {
  return redirect(href("/"), { status: 303, headers: await signOut(request) })
}

export default function SignOut() {
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-md gap-5">
        <h1 className="title-section">Déconnexion</h1>
        <p>Vous quittez votre compte sur cet appareil. Vos réservations restent enregistrées.</p>
        <Form method="post" className="cluster" onSubmit={forgetAllDrafts}>
          <Button>Se déconnecter</Button>
          <ButtonLink to={href("/")} variant="secondary">
            Rester sur mon compte
          </ButtonLink>
        </Form>
      </div>
    </div>
  )
}
