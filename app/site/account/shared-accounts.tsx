import { Link, href } from "react-router"
import type { AccountView } from "./view.ts"

export function SharedAccounts({ sharedWith, sharedWithMe }: Pick<AccountView, "sharedWith" | "sharedWithMe">) {
  return (
    <section aria-labelledby="partages-titre" id="partages" className="panel stack account-section">
      <h2 className="title-card" id="partages-titre">
        Comptes partagés
      </h2>
      {sharedWith.length === 0 ? (
        <p className="soft">Personne d’autre n’a accès à votre compte.</p>
      ) : (
        <ul className="stack gap-2">
          {sharedWith.map(({ name, email, rights }) => (
            <li key={email} className="wrap-anywhere">
              {name || email}
              <span className="soft"> peut {rights}</span>
            </li>
          ))}
        </ul>
      )}
      {sharedWithMe.length > 0 && (
        <p className="wrap-anywhere">
          <Link to={href("/agir-pour")}>Agir pour {sharedWithMe.join(", ")}</Link>
        </p>
      )}
      <p>
        <Link to={href("/account/partages")}>Partager mon compte</Link>
      </p>
    </section>
  )
}
