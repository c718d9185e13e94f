import UsersRound from "lucide-react/icons/users-round"
import { href, useLocation } from "react-router"
import type { ActingIdentity } from "../../http/site-identity.ts"
import { Icon } from "../../ui/icon.tsx"

/**
 * In sight here as well while this browser acts for another account (D19): on the site it does, and what an administrator
 * does in the back office is their own all the same.
 */
export function ActingNote({ acting }: Pick<ActingIdentity, "acting">) {
  const { pathname, search } = useLocation()
  if (!acting?.rights) return null
  return (
    <div className="acting-bar on-night" role="region" aria-label={`Vous agissez pour ${acting.name}`}>
      <Icon of={UsersRound} size="small" />
      <p className="acting-name">
        Sur le site, vous agissez pour <b>{acting.name}</b>
      </p>
      <form method="post" action={href("/agir-pour")}>
        <input type="hidden" name="retour" value={pathname + search} />
        <button name="pour" value="moi" className="acting-button">
          Mon compte
        </button>
      </form>
    </div>
  )
}
