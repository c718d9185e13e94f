import { Link, href, useNavigate } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import Search from "lucide-react/icons/search"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { TableclothDivider } from "../../ui/tablecloth-divider.tsx"
import { TextField } from "../../ui/text-field.tsx"

/** The home page answers the search (D21). */
export function NotFound() {
  const navigate = useNavigate()
  return (
    <div className="on-night">
      <div className="page astray">
        <img className="astray-strip" src="/illustrations/sortie-du-cadre.svg" width={152} height={426} alt="" />
        <div className="stack">
          <h1 className="title-page">Cette page est sortie du cadre</h1>
          <p className="soft">L’adresse a changé ou n’existe pas (erreur 404).</p>
          <form action={href("/")} role="search" className="search-row">
            <TextField
              label="Chercher un produit"
              name="q"
              type="search"
              optional="filter"
              icon={Search}
              maxLength={100}
            />
            <Button variant="secondary">Chercher</Button>
          </form>
          <div className="cluster">
            <ButtonLink to={href("/")}>Retour à l’accueil</ButtonLink>
            <Button
              type="button"
              variant="secondary"
              icon={ChevronLeft}
              className="needs-script"
              onClick={() => navigate(-1)}
            >
              Page précédente
            </Button>
          </div>
          <nav aria-label="Liens rapides" className="cluster small">
            <Link className="link-alone" to={href("/")}>
              Accueil
            </Link>
            <Link className="link-alone" to={href("/catalog")}>
              Catalogue
            </Link>
            <Link className="link-alone" to={href("/faq")}>
              FAQ
            </Link>
            <Link className="link-alone" to={href("/contact")}>
              Contact
            </Link>
          </nav>
        </div>
      </div>
      <TableclothDivider />
    </div>
  )
}
