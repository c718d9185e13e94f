import { Link, href } from "react-router"
import { Notice } from "../../ui/notice.tsx"

export function MailUnavailableNotice({ requested }: { requested: boolean }) {
  return (
    <Notice
      tone="warning"
      title={requested ? "Votre demande est enregistrée" : "Aucun e-mail ne part en ce moment"}
      live
    >
      {requested ? "Aucun e-mail ne part en ce moment\u00a0: le lien ne peut" : "Le lien ne pourrait"} pas vous
      parvenir. <Link to={href("/contact")}>Écrivez-nous ou appelez-nous</Link>&nbsp;: nous vous aidons autrement.
    </Notice>
  )
}
