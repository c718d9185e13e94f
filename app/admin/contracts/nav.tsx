import { NavLink, href } from "react-router"

export function ContractsNav() {
  return (
    <nav className="tabs" aria-label="Contrats">
      <NavLink to={href("/admin/contracts")} end>
        Contrats
      </NavLink>
      <NavLink to={href("/admin/contracts/modele")}>Modèle</NavLink>
    </nav>
  )
}
