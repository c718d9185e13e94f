import CalendarDays from "lucide-react/icons/calendar-days"
import ChevronRight from "lucide-react/icons/chevron-right"
import Trash from "lucide-react/icons/trash-2"
import type { ButtonSize, ButtonVariant } from "../ui/button-class.ts"
import { ButtonLink } from "../ui/button-link.tsx"
import { Button } from "../ui/button.tsx"
import { CopyButton } from "../ui/copy-button.tsx"
import { CountBadge } from "../ui/count-badge.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { IconLink } from "../ui/icon-link.tsx"
import { Icon } from "../ui/icon.tsx"
import { Menu, MenuButton, MenuLink } from "../ui/menu.tsx"
import { NeedsScript } from "../ui/needs-script.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import { Element } from "./element.tsx"

const variants: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger"]
const sizes: readonly ButtonSize[] = ["normal", "small"]

export function PressElements() {
  return (
    <>
      <Element files="button">
        {sizes.map((size) => (
          <div className="cluster gap-3" key={size}>
            {variants.map((variant) => (
              <Button key={variant} type="button" variant={variant} size={size}>
                {`Envoyer ${variant}`}
              </Button>
            ))}
            <Button type="button" size={size} icon={CalendarDays}>
              Choisir
            </Button>
            <Button type="button" size={size} iconEnd={ChevronRight}>
              Continuer
            </Button>
            <Button type="button" size={size} busy busyText="Envoi…">
              Envoyer
            </Button>
            <Button type="button" size={size} disabled>
              Indisponible
            </Button>
          </div>
        ))}
        <Button type="button" wide>
          Sur toute la largeur
        </Button>
      </Element>
      <Element files="button-link">
        <div className="cluster gap-3">
          {variants.map((variant) => (
            <ButtonLink key={variant} to="?" variant={variant} iconEnd={ChevronRight}>
              {`Voir ${variant}`}
            </ButtonLink>
          ))}
          <ButtonLink to="?" size="small" icon={CalendarDays}>
            Petit
          </ButtonLink>
        </div>
      </Element>
      <Element files="icon icon-button icon-link count-badge visually-hidden">
        <div className="cluster gap-3">
          <Icon icon={CalendarDays} />
          <Icon icon={CalendarDays} size="small" />
          <IconButton icon={Trash} label="Supprimer" />
          <IconButton icon={Trash} label="Supprimer, discret" plain />
          <IconButton icon={Trash} label="Supprimer, indisponible" aria-disabled />
          <IconLink icon={ChevronRight} label="Suivant" to="?" />
          <IconLink icon={ChevronRight} label="Suivant, discret" to="?" plain />
          <CountBadge count={12} unit="demandes" />
          <VisuallyHidden>Lu, mais pas vu</VisuallyHidden>
        </div>
      </Element>
      <Element files="copy-button needs-script">
        <CopyButton value="Copié d’ici" label="Copier le texte" />
        <NeedsScript>
          <p>Avec JavaScript seulement.</p>
        </NeedsScript>
      </Element>
      <Element files="menu">
        <div className="cluster gap-3">
          <Menu label="Actions" icon={CalendarDays} align="start">
            <MenuLink to="?" icon={ChevronRight}>
              Ouvrir
            </MenuLink>
            <MenuButton type="button" icon={Trash}>
              Supprimer
            </MenuButton>
            <MenuButton type="button" disabled>
              Indisponible
            </MenuButton>
          </Menu>
        </div>
      </Element>
    </>
  )
}
