import { Link } from "react-router"
import { Tally } from "../../ui/tally.tsx"
import { screens } from "../kit/screens.ts"
import { productsPath } from "../kit/catalog/products-view.ts"

/** The list, and the order that visitors see. */
export function ProductsTabs({ count, order = false }: { count: number; order?: boolean }) {
  return (
    <nav className="tabs" aria-label="Vues des produits">
      <Link to={productsPath} aria-current={order ? undefined : "page"} preventScrollReset>
        Liste
        <Tally count={count} />
      </Link>
      <Link to={screens.productsOrder.to} aria-current={order ? "page" : undefined} preventScrollReset>
        {screens.productsOrder.title}
      </Link>
    </nav>
  )
}
