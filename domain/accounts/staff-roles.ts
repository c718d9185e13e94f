export const staffRoles = ["manager", "crew", "accountant"] as const
export type StaffRole = (typeof staffRoles)[number]
export const backOfficeRoles = ["admin", ...staffRoles] as const
export type BackOfficeRole = (typeof backOfficeRoles)[number]

export function backOfficeRole({ role, staffRole }: RoleColumns): BackOfficeRole | null {
  return role === "admin" ? role : staffRole
}
export type RoleColumns = { role: "user" | "admin"; staffRole: StaffRole | null }

export type AccountRole = "user" | BackOfficeRole

export function roleColumns(role: AccountRole): RoleColumns {
  return role === "user" || role === "admin" ? { role, staffRole: null } : { role: "user", staffRole: role }
}

/** The first two are the specification's (section 2). */
export const roleLabels = {
  admin: "Administrateur",
  user: "Utilisateur",
  manager: "Gérant",
  crew: "Équipe",
  accountant: "Comptable",
} as const satisfies Record<AccountRole, string>
