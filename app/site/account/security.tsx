import { Link, href } from "react-router"
import type { AccountView } from "./view.ts"

export function Security({ isVerified, hasSecondFactor, passkeys, openSessions }: AccountView["security"]) {
  return (
    <section aria-labelledby="connexion-titre" id="connexion" className="panel stack account-section">
      <h2 className="title-card" id="connexion-titre">
        Connexion
      </h2>
      <dl className="recap-plain">
        {!isVerified && (
          <div>
            <dt>Adresse e-mail</dt>
            <dd>
              Pas encore confirmée. <Link to={href("/verification")}>Recevoir le lien</Link>
            </dd>
          </div>
        )}
        <div>
          <dt>Double authentification</dt>
          <dd>
            {hasSecondFactor ? "Activée" : "Désactivée"}.{" "}
            <Link to={href("/double-authentification")}>{hasSecondFactor ? "Gérer" : "Activer"}</Link>
          </dd>
        </div>
        <div>
          <dt>Clés d’accès</dt>
          <dd>
            {passkeys === 0 ? "Aucune" : passkeys === 1 ? "Une" : passkeys}.{" "}
            <Link to={href("/cles-d-acces")}>Gérer</Link>
          </dd>
        </div>
        <div>
          <dt>Appareils connectés</dt>
          <dd>
            {openSessions === 1 ? "Celui-ci seulement" : openSessions}.{" "}
            <Link to={href("/appareils")}>Voir les appareils</Link>
          </dd>
        </div>
      </dl>
    </section>
  )
}

export function OwnData() {
  return (
    <section aria-labelledby="donnees-titre" id="donnees" className="panel stack account-section">
      <h2 className="title-card" id="donnees-titre">
        Mes données
      </h2>
      <ul className="stack gap-2">
        <li>
          <Link to={`${href("/account/mes-donnees")}#copie`}>Exporter mes données</Link>
        </li>
        <li>
          <Link to={`${href("/account/mes-donnees")}#courriels`}>Choisir les e-mails que je reçois</Link>
        </li>
        <li>
          <Link to={`${href("/account/mes-donnees")}#droit`}>Exercer un droit</Link>
        </li>
        <li>
          <Link to={href("/account/supprimer")}>Supprimer mon compte</Link>
        </li>
      </ul>
    </section>
  )
}
