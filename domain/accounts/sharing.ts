export const sharingPermissions = ["view", "book"] as const
export type SharingPermission = (typeof sharingPermissions)[number]

export const sharingPermissionLabels: Readonly<Record<SharingPermission, string>> = {
  view: "Voir",
  book: "Réserver",
}

export const sharingPermissionHints: Readonly<Record<SharingPermission, string>> = {
  view: "Lire vos réservations, contrats et factures.",
  book: "Lire les mêmes, réserver en votre nom, et modifier ou retirer une demande qui n’est pas confirmée.",
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
