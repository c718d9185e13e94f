import { withElision } from "../../../domain/elision.ts"
import { Notice } from "../../ui/notice.tsx"

export function OnBehalfNotice({ name }: { name: string | null }) {
  if (name === null) return null
  return (
    <Notice tone="info" title={`Demande au nom ${withElision(name)}`}>
      Notre réponse et le contrat à signer lui sont adressés. Sa réservation indique que vous l’avez demandée.
    </Notice>
  )
}
