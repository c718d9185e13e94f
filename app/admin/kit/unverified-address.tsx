import { Tag } from "../../ui/tag.tsx"

export function UnverifiedAddress() {
  return <Tag tone="pending">adresse non vérifiée</Tag>
}
