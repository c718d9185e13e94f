/** What an account's owner may let somebody else do with it (D19, D55). A grant holds one of them, or both. */
export const sharingPermissions = ["view", "book"] as const
export type SharingPermission = (typeof sharingPermissions)[number]

export const sharingPermissionLabels: Readonly<Record<SharingPermission, string>> = {
  view: "Voir",
  book: "Réserver",
}

/** What each of them allows, in full. */
export const sharingPermissionHints: Readonly<Record<SharingPermission, string>> = {
  view: "Lire vos réservations, contrats et factures.",
  book: "Lire les mêmes, réserver en votre nom, et modifier ou retirer une demande qui n’est pas confirmée.",
}

/** How one account is open to another person: every booking is read with either, `book` alone or with `view` books. */
export function mayBook(permissions: readonly SharingPermission[]): boolean {
  return permissions.includes("book")
}

/** "voir et réserver": anyone who may book reads what they booked for, and `book` alone is both (D55). */
export function permissionsLabel(permissions: readonly SharingPermission[]): string {
  return sharingPermissions
    .filter((each) => permissions.includes(each) || mayBook(permissions))
    .map((each) => sharingPermissionLabels[each].toLowerCase())
    .join(" et ")
}

/** Nobody hands their account to a crowd by mistake, and no list of accounts is made of grants. */
export const MAX_GRANTS = 20
