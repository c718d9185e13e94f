import { href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { TableclothDivider } from "../../ui/tablecloth-divider.tsx"

/** The title is prescribed (specification, section 8). */
export function ContentFailure() {
  return (
    <div className="on-night">
      <div className="page astray">
        <img className="astray-strip" src="/illustrations/ampoule-eteinte.svg" width={152} height={426} alt="" />
        <div className="stack">
          <h1 className="title-page">Une erreur est survenue lors du chargement de la page</h1>
          <p className="soft">Rechargez la page dans un instant, ou revenez à l’accueil.</p>
          <div className="cluster">
            <ButtonLink to={href("/")}>Retour à l'accueil</ButtonLink>
          </div>
        </div>
      </div>
      <TableclothDivider />
    </div>
  )
}
