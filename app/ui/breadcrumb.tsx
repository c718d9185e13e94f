import { Link } from "react-router"

export type Crumb = { label: string; href?: string | undefined }

export function Breadcrumb({ crumbs, label = "Fil d’Ariane" }: { crumbs: readonly Crumb[]; label?: string }) {
  return (
    <nav aria-label={label}>
      <ol className="crumbs">
        {crumbs.map((crumb, index) => (
          <li key={index}>
            {crumb.href && index < crumbs.length - 1 ? (
              <Link to={crumb.href}>{crumb.label}</Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? "page" : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
