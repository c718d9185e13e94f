import { Form, Link, href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { screens } from "../kit/screens.ts"
import { SearchField } from "../kit/search-field.tsx"

const quickLinks = [screens.bookings, screens.availability, screens.products, screens.users]

export function AdminNotFound() {
  return (
    <section className="on-night astray astray-desk" aria-labelledby="introuvable">
      <img className="astray-strip" src="/illustrations/sortie-du-cadre.svg" width={152} height={426} alt="" />
      <div className="stack">
        <h1 className="title-page" id="introuvable">
          Cette page n’existe pas
        </h1>
        <p className="soft">L’adresse a changé, ou il y manque quelque chose (erreur 404).</p>
        <Form action={screens.search.to} role="search" className="search-row">
          <SearchField label="Écran, réservation, personne ou produit" maxLength={100} value="" />
          <Button variant="secondary">Rechercher</Button>
        </Form>
        <div>
          <ButtonLink to={screens.today.to}>Ouvrir Aujourd’hui</ButtonLink>
        </div>
        <nav aria-label="Liens rapides" className="cluster small">
          {quickLinks.map(({ to, title }) => (
            <Link key={to} className="link-alone" to={to}>
              {title}
            </Link>
          ))}
          <Link className="link-alone" to={href("/")}>
            Voir le site
          </Link>
        </nav>
      </div>
    </section>
  )
}
