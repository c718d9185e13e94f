import { href } from "react-router"
import UsersRound from "lucide-react/icons/users-round"
import { Icon } from "../../ui/icon.tsx"
import { Menu, MenuButton } from "../../ui/menu.tsx"
import type { ActingIdentity } from "../../http/site-identity.ts"

/** A full page load, so that nothing of the other account stays. */
export const actForForm = "agir-pour"

export function ActForForm() {
  return <form id={actForForm} method="post" action={href("/agir-pour")} hidden />
}

export function ActForItems({ others }: Pick<ActingIdentity, "others">) {
  return others.map(({ id, name }) => (
    <MenuButton key={id} form={actForForm} name="pour" value={id} icon={UsersRound}>
      Agir pour {name}
    </MenuButton>
  ))
}

export function ActingBar({ acting, others }: Pick<ActingIdentity, "acting" | "others">) {
  if (!acting?.rights) return null
  return (
    <div className="acting-bar on-night" role="region" aria-label={`Vous agissez pour ${acting.name}`}>
      <Icon icon={UsersRound} size="small" />
      <p className="acting-name">
        Agir pour <b>{acting.name}</b>
        {acting.rights === "view" && " (voir seulement)"}
      </p>
      {others.length > 0 && (
        <Menu label="Changer" className="acting-menu" buttonClassName="acting-button">
          <ActForItems others={others} />
        </Menu>
      )}
      <button type="submit" form={actForForm} name="pour" value="moi" className="acting-button">
        Mon compte
      </button>
    </div>
  )
}
