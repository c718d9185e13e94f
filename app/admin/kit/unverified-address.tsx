import { Tag } from "../../ui/tag.tsx"

/** Beside the mail of an account whose owner has not shown that the address is theirs. */
export function UnverifiedAddress() {
  return <Tag tone="pending">adresse non vérifiée</Tag>
}
