import { isMailed } from "../../../../domain/correspondence/reach.ts"
import type { ReachedClient } from "./line.ts"

/** Why nothing is sent to a client, or null. */
export function whyNot(client: ReachedClient): string | null {
  if (isMailed(client)) return null
  return client.isExample
    ? "Ce client est un exemple, dont l’adresse n’est à personne"
    : "Ce client n’a pas d’adresse e-mail"
}

/** An answer is told to the customer by mail once it cannot be taken back; it is no promise that the mail arrives. */
export function CustomerMailed({ client }: { client: ReachedClient }) {
  const why = whyNot(client)
  return (
    <p className="small soft">
      {why === null
        ? "Un e-mail au client est préparé. Il ne part qu’une minute après, le temps d’annuler, et son état se lit dans la réservation."
        : `${why}\u00a0: aucun e-mail ne lui est envoyé.`}
    </p>
  )
}
