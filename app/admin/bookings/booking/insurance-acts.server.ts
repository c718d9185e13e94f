import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { setCertificateRequired } from "../../../../server/bookings/insurance/require-certificate.ts"
import { act } from "../../../http/forms.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"

export function insuranceActs(
  actor: Staff,
  { bookingId, pageHref }: { bookingId: BookingId; pageHref: string },
  now: Date,
) {
  const decide = (isRequired: boolean, title: string, text: string) =>
    act(
      z.object({}),
      async () => {
        const decided = await setCertificateRequired(actor, bookingId, isRequired, now)
        return decided.ok
          ? redirectWith({ kind: "success", title, text }, pageHref)
          : redirectWith(
              {
                kind: "error",
                title: "Rien n’a changé",
                text: "Cette réservation n’est plus confirmée, ou son dernier jour est passé.",
              },
              pageHref,
            )
      },
      {
        log: "Error deciding about a certificate of insurance",
        failed: "Rien n’a été enregistré. Réessayez dans un instant.",
      },
    )
  return {
    "attestation-demander": decide(
      true,
      "Attestation demandée",
      "Le client la remet sur la page de sa réservation, ou par le lien d’un e-mail une fois le contrat signé.",
    ),
    "attestation-sans": decide(
      false,
      "Attestation plus demandée",
      "La page de sa réservation ne la demande plus. Si le client en a remis une entre-temps, elle est effacée.",
    ),
  }
}
