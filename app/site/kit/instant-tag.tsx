import { Tag } from "../../ui/tag.tsx"

export function InstantTag() {
  return <Tag tone="ok">Confirmation immédiate</Tag>
}
