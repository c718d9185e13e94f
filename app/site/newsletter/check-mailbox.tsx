import { useEffect, useRef } from "react"
import MailCheck from "lucide-react/icons/mail-check"
import { Link, href } from "react-router"
import { Icon } from "../../ui/icon.tsx"

/** Every address gets the same words, so nothing is revealed. */
export function CheckMailbox({ canMail }: { canMail: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  if (!canMail)
    return (
      <div className="stack" role="status" tabIndex={-1} ref={box}>
        <p className="title-card">Votre adresse est notée</p>
        <p>Un e-mail vous demandera bientôt de confirmer votre inscription.</p>
      </div>
    )
  return (
    <div className="stack" role="status" tabIndex={-1} ref={box}>
      <p className="title-card flex items-center gap-3">
        <Icon icon={MailCheck} />
        Regardez votre boîte de réception
      </p>
      <p>Ouvrez le lien de notre e-mail pour confirmer votre inscription.</p>
      <p className="small soft">
        Rien reçu dans quelques minutes&nbsp;? Regardez dans les indésirables, ou{" "}
        <Link to={href("/newsletter")}>saisissez l’adresse à nouveau</Link>.
      </p>
    </div>
  )
}
