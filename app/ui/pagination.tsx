import { Link } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { Icon } from "./icon.tsx"

type PaginationProps = {
  /** From 1. */
  page: number
  pages: number
  href: (page: number) => string
  label?: string
}

export function Pagination({ page, pages, href, label = "Pages" }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 && (
        <Link to={href(page - 1)} rel="prev">
          <Icon icon={ChevronLeft} />
          Précédente
        </Link>
      )}
      <span aria-current="page" data-result={`page ${page} sur ${pages}`}>
        {page} sur {pages}
      </span>
      {page < pages && (
        <Link to={href(page + 1)} rel="next">
          Suivante
          <Icon icon={ChevronRight} />
        </Link>
      )}
    </nav>
  )
}
