import { LinkPage } from "../../kit/link-page.tsx"

/** CSP `form-action` forbids redirecting a form to the provider; the refresh works without JavaScript too. */
export function ProviderRedirect({ title, url, isOurs }: { title: string; url: string; isOurs: boolean }) {
  return (
    <LinkPage title={title}>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <p role="status">
        {isOurs
          ? "La page de démonstration s’ouvre."
          : "La page de paiement sécurisée s’ouvre. Son bouton de retour ramène ici."}
      </p>
      <p>
        <a className="button button-primary button-wide" href={url} rel="noreferrer">
          Continuer
        </a>
      </p>
    </LinkPage>
  )
}
