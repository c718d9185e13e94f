import { Tag } from "../../../ui/tag.tsx"

export function ProductTag({ isActive, isArchived }: { isActive: boolean; isArchived: boolean }) {
  if (isArchived) return <Tag tone="off">Archivé</Tag>
  return isActive ? <Tag tone="ok">Actif</Tag> : <Tag tone="off">Inactif</Tag>
}
