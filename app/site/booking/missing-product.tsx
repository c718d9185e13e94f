import { Link, href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Notice } from "../../ui/notice.tsx"

export function MissingProduct() {
  return (
    <div className="page section">
      <EmptyState
        headingLevel={1}
        title="Produit non trouvé"
        action={<ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>}
      >
        Ce produit n’existe pas, ou n’est plus proposé à la location.
      </EmptyState>
    </div>
  )
}

export function WithdrawnNotice() {
  return (
    <Notice tone="error" live title="Ce produit n’est plus proposé à la location">
      <p>
        Vos choix sont encore là, mais ne peuvent plus être réservés.{" "}
        <Link to={href("/catalog")}>Voir le catalogue</Link>
      </p>
    </Notice>
  )
}
