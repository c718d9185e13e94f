export const sharingPermissions = ["view", "book"] as const
export type SharingPermission = (typeof sharingPermissions)[number]

export const sharingPermissionLabels: Readonly<Record<SharingPermission, string>> = {
  view: "Voir",
  book: "Réserver",
}

export const sharingPermissionHints: Readonly<Record<SharingPermission, string>> = {
  view: "Lire vos réservations, contrats et factures.",
  book: "Voir vos réservations, en faire et en modifier en votre nom.",
}

export function mayBook(permissions: readonly SharingPermission[]): boolean {
  return permissions.includes("book")
}

/** `book` alone implies `view` (D55). */
export function permissionsLabel(permissions: readonly SharingPermission[]): string {
  return sharingPermissions
    .filter((each) => permissions.includes(each) || mayBook(permissions))
    .map((each) => sharingPermissionLabels[each].toLowerCase())
    .join(" et ")
}

/** Limits sharing by mistake and scraping of accounts. */
export const MAX_GRANTS = 20
