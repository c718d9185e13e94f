import { Tag } from "../../../ui/tag.tsx"

/** In the catalogue, out of it, or put away. */
export function ProductTag({ isActive, isArchived }: { isActive: boolean; isArchived: boolean }) {
  if (isArchived) return <Tag tone="off">Archivé</Tag>
  return isActive ? <Tag tone="ok">Actif</Tag> : <Tag tone="off">Inactif</Tag>
}
