import { href } from "react-router"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { LinkPage } from "../../../kit/link-page.tsx"

/** A payment link that opens nothing, and the way on. */
export function NoPayment({ kind }: { kind: "unknown-link" | "ended-link" }) {
  return (
    <LinkPage title={kind === "ended-link" ? "Ce lien ne sert plus" : "Ce lien n’est pas complet"}>
      <p role="status">
        {kind === "ended-link"
          ? "Il est arrivé à sa fin. S’il reste quelque chose à payer, votre réservation vous le dit."
          : "Il a peut-être été coupé en le copiant. Ouvrez-le depuis le courriel, ou passez par votre réservation."}
      </p>
      <p className="cluster">
        <ButtonLink to={href("/account")}>Ouvrir mon compte</ButtonLink>
        <ButtonLink to={href("/contact")} variant="secondary">
          Nous écrire
        </ButtonLink>
      </p>
    </LinkPage>
  )
}
