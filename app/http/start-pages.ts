import { href } from "react-router"
import type { BackOfficeRole } from "../../domain/accounts/staff-roles.ts"

/** The first page of each role (D72). */
export const startPages = {
  admin: href("/admin/aujourdhui"),
  manager: href("/admin/aujourdhui"),
  crew: href("/admin/bookings/jour/:day?"),
  accountant: href("/admin/finance/revenus"),
} as const satisfies Record<BackOfficeRole, string>
