import { useId, type ReactNode } from "react"
import { Button } from "../../../ui/button.tsx"
import { Switch } from "../../../ui/switch.tsx"
import { AllOrNothing, CookieForm } from "./form.tsx"

type CookiePanelProps = {
  analytics: boolean
  marketing: boolean
  back: string
  onStored?: () => void
}

export function CookiePanel({ analytics, marketing, back, onStored }: CookiePanelProps) {
  return (
    <CookieForm back={back} className="stack gap-4" {...(onStored && { onStored })}>
      <div className="cookie-purposes">
        <Purpose name="necessary" title="Nécessaires" checked locked>
          Connexion, réservation, sécurité, et ce choix <span className="unbroken">lui-même</span>. Toujours
          actifs&nbsp;: le site ne marcherait pas sans eux.
        </Purpose>
        <Purpose name="analytics" title="Mesure d’audience" checked={analytics}>
          Notre propre serveur compte les pages vues&nbsp;: un total par page et par jour, rien qui vous désigne.
          Refusée, rien n’est mesuré.
        </Purpose>
        <Purpose name="marketing" title="Nouveautés" checked={marketing}>
          Votre compte vous propose d’être prévenu des nouveautés par e-mail. Aucune publicité, aucun partage.
        </Purpose>
      </div>
      <div className="cluster">
        <Button name="choix" value="enregistrer" size="small">
          Enregistrer mes choix
        </Button>
        <AllOrNothing />
      </div>
    </CookieForm>
  )
}

type PurposeProps = { name: string; title: string; checked: boolean; locked?: boolean; children: ReactNode }

function Purpose({ name, title, checked, locked, children }: PurposeProps) {
  const id = useId()
  return (
    <div className="cookie-purpose">
      <label htmlFor={id} className="font-strong">
        {title}
      </label>
      <Switch
        id={id}
        name={name}
        value="oui"
        defaultChecked={checked}
        disabled={locked}
        aria-describedby={`${id}-texte`}
      />
      <p id={`${id}-texte`} className="small soft">
        {children}
      </p>
    </div>
  )
}
