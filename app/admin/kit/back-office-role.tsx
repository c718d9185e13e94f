import { type ReactNode, createContext, useCallback, useContext } from "react"
import { Link } from "react-router"
import type { BackOfficeRole } from "../../../domain/accounts/staff-roles.ts"
import { accessTo } from "../../../domain/journal/staff-access.ts"

const RoleContext = createContext<BackOfficeRole>("admin")

export const BackOfficeRoleProvider = RoleContext.Provider

export function useBackOfficeRole(): BackOfficeRole {
  return useContext(RoleContext)
}

const accessToHref = (role: BackOfficeRole, href: string) => accessTo(role, href.split("?")[0] ?? "")

/** Hides what the role would be refused; the server decides. */
export function useMayOpen(): (href: string) => boolean {
  const role = useBackOfficeRole()
  return useCallback((href) => accessToHref(role, href) !== "none", [role])
}

export function useMayChange(href: string): boolean {
  const access = accessToHref(useBackOfficeRole(), href)
  return access === "change" || access === "own"
}

/** A link for the roles that may follow it, its text for the others. */
export function OfficeLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const mayOpen = useMayOpen()
  return mayOpen(to) ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  )
}
