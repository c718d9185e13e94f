import Mail from "lucide-react/icons/mail"
import Phone from "lucide-react/icons/phone"
import { href } from "react-router"
import { phoneLabel } from "../../../domain/phone.ts"
import { buttonClass } from "../../ui/button-class.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Icon } from "../../ui/icon.tsx"
import { telephoneHref } from "../../kit/contact-links.ts"

type HelpOpeningProps = {
  phone: string | null
  phoneHelp: string | null
  hasAnswers: boolean
}

export function HelpOpening({ phone, phoneHelp, hasAnswers }: HelpOpeningProps) {
  return (
    <div className="on-night">
      <div className="page help-opening">
        <div className="stack gap-3">
          <h1 className="title-page">Centre d'aide</h1>
          <p className="lead soft max-w-measure">
            {hasAnswers
              ? "La réservation, le prix, le soir de la fête."
              : "Comment se passe une réservation, de la date à la fête."}{" "}
            {phone ? "Une autre question\u00a0? Appelez-nous." : "Une autre question\u00a0? Écrivez-nous."}
          </p>
        </div>
        <div className="cluster">
          {phone && (
            <a className={buttonClass({ variant: "secondary" })} href={telephoneHref(phone)}>
              <Icon icon={Phone} />
              {phoneLabel(phone)}
            </a>
          )}
          <ButtonLink to={href("/contact")} variant="secondary" icon={Mail}>
            Nous écrire
          </ButtonLink>
        </div>
        {phone && phoneHelp && <p className="soft">{phoneHelp}</p>}
      </div>
    </div>
  )
}
