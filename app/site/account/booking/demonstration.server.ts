import { redirect } from "react-router"
import { z } from "zod"
import { decideDemoSession } from "../../../../server/money/payments/demo.ts"
import { act, handleForm } from "../../../http/forms.server.ts"

export function decideDemonstration(
  request: Request,
  { id, accept, back }: { id: string; accept: string; back: string },
) {
  const decide = (choice: "pay" | "refuse") =>
    act(
      z.object({}),
      async () => {
        await decideDemoSession(id, choice)
        return redirect(back, 303)
      },
      {
        log: "Error deciding a demonstration payment",
        failed: "La démonstration n’a pas abouti. Réessayez dans un instant.",
      },
    )
  return handleForm(request, { [accept]: decide("pay"), refuser: decide("refuse") })
}
