import { LinkPage } from "../../kit/link-page.tsx"

/** Leads on to the provider's page, with and without a script: a form of ours may not be answered with its address. */
export function ToProvider({ title, url, isOurs }: { title: string; url: string; isOurs: boolean }) {
  return (
    <LinkPage title={title}>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <p role="status">
        {isOurs
          ? "La page de démonstration s’ouvre."
          : "La page sécurisée de notre prestataire de paiement s’ouvre. Revenez ici par son bouton de retour."}
      </p>
      <p>
        <a className="button button-primary button-wide" href={url} rel="noreferrer">
          Continuer
        </a>
      </p>
    </LinkPage>
  )
}
