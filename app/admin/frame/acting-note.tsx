import UsersRound from "lucide-react/icons/users-round"
import { href, useLocation } from "react-router"
import type { ActingIdentity } from "../../http/site-identity.ts"
import { Icon } from "../../ui/icon.tsx"

/** Acting for another account (D19) applies to the site; in the back office administrators always act as themselves. */
export function ActingNote({ acting }: Pick<ActingIdentity, "acting">) {
  const { pathname, search } = useLocation()
  if (!acting?.rights) return null
  return (
    <div className="acting-bar on-night" role="region" aria-label={`Vous agissez pour ${acting.name}`}>
      <Icon icon={UsersRound} size="small" />
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
