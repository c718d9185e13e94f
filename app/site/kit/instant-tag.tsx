import { Tag } from "../../ui/tag.tsx"

/** Enlarged texts need more than one line. */
export function InstantTag() {
  return (
    <p className="[&>.tag]:whitespace-normal">
      <Tag tone="ok">Confirmation immédiate</Tag>
    </p>
  )
}
