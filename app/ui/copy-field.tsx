import { type ReactNode, useEffect, useRef } from "react"
import { Button } from "./button.tsx"
import { TextField } from "./text-field.tsx"
import { NeedsScript } from "./needs-script.tsx"
import { useCopy } from "./use-copy.ts"

type CopyFieldProps = {
  label: string
  name: string
  value: string
  hint?: string
  copiedText: string
  /** Displayed only once, so it scrolls into view. */
  once?: boolean
  children?: ReactNode
}

export function CopyField({ label, name, value, hint, copiedText, once = false, children }: CopyFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (once) field.current?.scrollIntoView({ block: "center" })
  }, [once])
  const { isCopied, copy } = useCopy(value)
  const selectAndCopy = () => {
    field.current?.querySelector("input")?.select()
    copy()
  }
  return (
    <div className="stack gap-3">
      <div ref={field}>
        <TextField
          label={label}
          name={name}
          readOnly
          value={value}
          {...(hint === undefined ? {} : { hint })}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className={children ? "cluster gap-3" : "cluster gap-3 needs-script"}>
        <NeedsScript>
          <Button
            type="button"
            variant="secondary"
            size="small"
            onClick={selectAndCopy}
            aria-label={`Copier\u00a0: ${label}`}
          >
            Copier
          </Button>
        </NeedsScript>
        {children}
        <span aria-live="polite">{isCopied && copiedText}</span>
      </div>
    </div>
  )
}
