import { Link, href } from "react-router"
import type { AccountView } from "./view.ts"

/** What keeps the account to oneself besides the password, each on its page. */
export function Security({ hasSecondFactor, openSessions }: AccountView["security"]) {
  return (
    <section aria-labelledby="connexion-titre" id="connexion" className="panel stack account-section">
      <h2 className="title-card" id="connexion-titre">
        Connexion
      </h2>
      <dl className="recap-plain">
        <div>
          <dt>Double authentification</dt>
          <dd>
            {hasSecondFactor ? "Activée" : "Désactivée"}.{" "}
            <Link to={href("/double-authentification")}>{hasSecondFactor ? "Gérer" : "Activer"}</Link>
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
