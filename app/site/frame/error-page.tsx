import type { ResubmittableForm } from "../../../server/web/resubmittable-form.ts"
import { use } from "react"
import { href, useLocation } from "react-router"
import { phoneLabel } from "../../../domain/phone.ts"
import { ResubmittableFormContext } from "../../kit/resubmittable-form-context.ts"
import { Button } from "../../ui/button.tsx"
import { buttonClass } from "../../ui/button-class.ts"
import { classes } from "../../ui/classes.ts"
import { TableclothDivider } from "../../ui/tablecloth-divider.tsx"
import { telephoneHref } from "../../kit/contact-links.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

type ErrorPageProps = {
  /** The log's id of this failure, to tell over the phone. */
  requestId: string | null
  phone?: string | null
  /** Set when the site's frame could not be loaded. */
  withoutFrame?: boolean
}

/** Plain links reload the page, whatever state was lost. */
export function ErrorPage({ requestId, phone, withoutFrame }: ErrorPageProps) {
  const { pathname, search } = useLocation()
  const repost = use(ResubmittableFormContext)
  const Frame = withoutFrame ? "main" : "div"
  return (
    <Frame className={classes("on-night", withoutFrame && "astray-alone")}>
      <div className="page astray">
        <img className="astray-strip" src="/illustrations/ampoule-eteinte.svg" width={152} height={426} alt="" />
        <div className="stack">
          <h1 className="title-page">Une ampoule a sauté de notre côté</h1>
          <p className="soft">
            La page n’a pas pu s’afficher. Réservations, messages et paiements sont gardés. Réessayez dans un instant.
          </p>
          {repost && (
            <p>
              Votre saisie est gardée&nbsp;: «&nbsp;Réessayer&nbsp;» l’envoie de nouveau.
              {!repost.isWhole && " Seul votre mot de passe n’y est pas\u00a0: il vous sera redemandé."}
            </p>
          )}
          <div className="cluster">
            {repost ? (
              <RepostForm repost={repost} />
            ) : (
              <a className={buttonClass({ variant: "primary" })} href={pathname + search}>
                Réessayer
              </a>
            )}
            <a className={buttonClass({ variant: "secondary" })} href={href("/")}>
              Retour à l’accueil
            </a>
          </div>
          <p className="soft small">
            Si cela recommence,{" "}
            {phone ? (
              <>
                appelez-nous au <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>
              </>
            ) : (
              "écrivez-nous"
            )}
            {requestId ? (
              <>
                {" "}
                en donnant ce numéro d’incident : <strong>{requestId}</strong>
              </>
            ) : null}
            .
          </p>
        </div>
      </div>
      <TableclothDivider />
    </Frame>
  )
}

function RepostForm({ repost: { address, fields } }: { repost: ResubmittableForm }) {
  return (
    <form method="post" action={address}>
      {fields.map(([name, value], index) => (
        // A name may come several times.
        <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
      ))}
      <Button>Réessayer</Button>
    </form>
  )
}

export function RefusalPage({ message }: { message: string }) {
  return (
    <div className="page section">
      <EmptyState
        headingLevel={1}
        title="Demande refusée"
        action={<ButtonLink to={href("/")}>Retour à l’accueil</ButtonLink>}
      >
        {message}
      </EmptyState>
    </div>
  )
}
