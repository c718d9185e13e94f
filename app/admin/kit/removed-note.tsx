import { Link, href } from "react-router"
import { type Matter, matters } from "./journal/journal-labels.ts"

/** Where what was deleted from this screen can be put back, said for as long as the screen is open. */
export function RemovedNote({ matter }: { matter: Matter }) {
  return (
    <p className="fine soft">
      Supprimé par erreur&nbsp;?{" "}
      <Link to={`${href("/admin/journal")}?genre=${matter}`}>Journal, {matters[matter]}</Link>
      &nbsp;: «&nbsp;Remettre en place&nbsp;».
    </p>
  )
}
