import { Link, href } from "react-router"
import { Notice } from "../../ui/notice.tsx"

export function MailUnavailableNotice({ requested }: { requested: boolean }) {
  return (
    <Notice tone="warning" title={requested ? "Votre demande est enregistrée" : "Le lien ne peut pas partir"} live>
      Pour l’instant, nous ne pouvons pas vous l’envoyer par e-mail.{" "}
      <Link to={href("/contact")}>Écrivez-nous ou appelez-nous</Link>&nbsp;: nous vous aidons autrement.
    </Notice>
  )
}
