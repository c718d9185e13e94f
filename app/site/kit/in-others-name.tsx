import { withElision } from "../../../domain/of-name.ts"
import { Notice } from "../../ui/notice.tsx"

/** Beside the last button of an order, for who acts for another account (D19); nothing on one's own. */
export function InOthersName({ name }: { name: string | null }) {
  if (name === null) return null
  return (
    <Notice tone="info" title={`Demande au nom ${withElision(name)}`}>
      Notre réponse et le contrat à signer lui sont adressés. Sa réservation dit que vous l’avez demandée.
    </Notice>
  )
}
