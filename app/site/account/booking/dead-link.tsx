import { href } from "react-router"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Unbroken } from "../../../ui/unbroken.tsx"
import { LinkPage } from "../../kit/link-page.tsx"

export function DeadLink({ kind, endedText }: { kind: "unknown-link" | "ended-link"; endedText: string }) {
  return (
    <LinkPage title={kind === "ended-link" ? "Ce lien ne sert plus" : "Ce lien n’est pas complet"}>
      <p role="status">
        <Unbroken>
          {kind === "ended-link"
            ? endedText
            : "Il a peut-être été coupé en le copiant. Ouvrez-le depuis l’e-mail, ou passez par votre réservation."}
        </Unbroken>
      </p>
      <DeadLinkActions />
    </LinkPage>
  )
}

export function DeadLinkActions() {
  return (
    <p className="cluster">
      <ButtonLink to={href("/account")}>Ouvrir mon compte</ButtonLink>
      <ButtonLink to={href("/contact")} variant="secondary">
        Nous écrire
      </ButtonLink>
    </p>
  )
}
