import { Link, href } from "react-router"
import { Notice } from "../../ui/notice.tsx"

/** In a shop without a mail server: a link may be asked for, and does not arrive. */
export function NoLinkLeaves({ asked }: { asked: boolean }) {
  return (
    <Notice tone="warning" title={asked ? "Votre demande est enregistrée" : "Aucun e-mail ne part en ce moment"} live>
      {asked ? "Aucun e-mail ne part en ce moment\u00a0: le lien ne peut" : "Le lien ne pourrait"} pas vous parvenir.{" "}
      <Link to={href("/contact")}>Écrivez-nous ou appelez-nous</Link>&nbsp;: nous vous aidons autrement.
    </Notice>
  )
}
