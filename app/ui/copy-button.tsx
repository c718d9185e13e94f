import { Button } from "./button.tsx"
import { NeedsScript } from "./needs-script.tsx"
import { useCopy } from "./use-copy.ts"

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { isCopied, copy } = useCopy(value)
  return (
    <div className="cluster gap-3 needs-script">
      <NeedsScript>
        <Button type="button" variant="secondary" size="small" onClick={copy}>
          {label}
        </Button>
      </NeedsScript>
      <span aria-live="polite">{isCopied && "Copié"}</span>
    </div>
  )
}
