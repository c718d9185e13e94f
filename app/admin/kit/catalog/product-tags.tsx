import type { ProductKind } from "../../../../domain/catalog/product-kinds.ts"
import { Tag } from "../../../ui/tag.tsx"

type ProductTagProps = { kind?: ProductKind; isActive: boolean; isArchived: boolean }

export function ProductTag({ kind, isActive, isArchived }: ProductTagProps) {
  if (isArchived) return <Tag tone="off">Archivé</Tag>
  if (kind === "accessory") return <Tag tone="neutral">Accessoire</Tag>
  return isActive ? <Tag tone="ok">Actif</Tag> : <Tag tone="off">Inactif</Tag>
}
