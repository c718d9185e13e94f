import { href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { TableclothDivider } from "../../ui/tablecloth-divider.tsx"

export function ProductNotFound({ failed }: { failed: boolean }) {
  return (
    <div className="on-night">
      <div className="page astray">
        <img className="astray-strip" src="/illustrations/sortie-du-cadre.svg" width={152} height={444} alt="" />
        <div className="stack">
          <h1 className="title-page">Produit non trouvé</h1>
          <p className="soft">
            {failed
              ? "La page du produit n’a pas pu être lue. Réessayez dans un instant."
              : "Il n’est plus proposé, ou l’adresse a changé."}
          </p>
          <div className="cluster">
            <ButtonLink to={href("/")}>Retour à l’accueil</ButtonLink>
            <ButtonLink variant="secondary" to={href("/catalog")}>
              Voir le catalogue
            </ButtonLink>
          </div>
        </div>
      </div>
      <TableclothDivider />
    </div>
  )
}
