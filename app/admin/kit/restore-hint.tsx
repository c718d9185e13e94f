import { Link, href } from "react-router"
import { type Matter, matters } from "./journal/journal-labels.ts"

export function RestoreHint({ matter }: { matter: Matter }) {
  return (
    <p className="fine soft">
      Supprimé par erreur&nbsp;?{" "}
      <Link to={`${href("/admin/journal")}?genre=${matter}`}>Journal, {matters[matter]}</Link>
      &nbsp;: «&nbsp;Remettre en place&nbsp;».
    </p>
  )
}
