import { Link } from "react-router"
import { CountBadge } from "../../ui/count-badge.tsx"
import { screens } from "../kit/screens.ts"
import { productsPath } from "../kit/catalog/products-view.ts"

export function ProductsTabs({ count, order = false }: { count: number; order?: boolean }) {
  return (
    <nav className="tabs" aria-label="Vues des produits">
      <Link to={productsPath} aria-current={order ? undefined : "page"} preventScrollReset>
        Liste
        <CountBadge count={count} />
      </Link>
      <Link to={screens.productsOrder.to} aria-current={order ? "page" : undefined} preventScrollReset>
        {screens.productsOrder.title}
      </Link>
    </nav>
  )
}
