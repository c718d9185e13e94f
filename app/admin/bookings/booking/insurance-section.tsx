import { Form, href } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import { Button } from "../../../ui/button.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { reasonNotMailed } from "../../kit/booking/customer-mail-note.tsx"
import { useSending } from "../../kit/use-sending.ts"
import type { OwnerBookingView } from "./view.ts"

export function InsuranceSection({ view: { insurance, booking } }: { view: OwnerBookingView }) {
  const isRequesting = useSending({ intent: "attestation-demander" })
  const isWaiving = useSending({ intent: "attestation-sans" })
  if (!insurance) return null
  const { state, isRequired, open } = insurance
  const notMailedReason = reasonNotMailed(booking.client)
  if (state.kind === "not-asked" && !open) return null
  return (
    <section className="stack gap-2" aria-labelledby="attestation">
      <div className="cluster between">
        <h3 className="small font-strong" id="attestation">
          Attestation d’assurance
        </h3>
        {state.kind === "missing" && <Tag tone="pending">Attendue</Tag>}
        {state.kind === "handed-in" && <Tag tone="ok">Reçue</Tag>}
      </div>
      {state.kind === "missing" && (
        <p className="small">
          {notMailedReason === null
            ? "Un lien pour la remettre est écrit au client une fois le contrat signé, et une semaine avant la location."
            : `${notMailedReason}\u00a0: demandez-lui l’attestation.`}
        </p>
      )}
      {state.kind === "handed-in" && (
        <p className="small">
          Remise le {instantLong(state.at)}. Elle est effacée après le retour du matériel.{" "}
          <a href={href("/admin/bookings/:number/attestation", { number: String(booking.number) })} download>
            Télécharger l’attestation
          </a>
        </p>
      )}
      {state.kind === "erased" && (
        <p className="small soft">
          Remise le {instantLong(state.handedInAt)}, effacée le {instantLong(state.at)}.
        </p>
      )}
      {open && state.kind !== "handed-in" && (
        <Form method="post" preventScrollReset>
          {isRequired ? (
            <Button name="intent" value="attestation-sans" variant="secondary" size="small" busy={isWaiving}>
              Ne pas la demander
            </Button>
          ) : (
            <Button name="intent" value="attestation-demander" variant="secondary" size="small" busy={isRequesting}>
              Demander l’attestation
            </Button>
          )}
        </Form>
      )}
    </section>
  )
}
