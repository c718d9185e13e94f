import { useState } from "react"
import { TextField } from "../../../ui/text-field.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"

/** Every word that is replaced; where scripts run, pressing one writes it where the cursor stands. */
export function PlaceholderList({ names, field }: { names: readonly string[]; field: string }) {
  const hydrated = useHydrated()
  const [wanted, setWanted] = useState("")
  const shown = names.filter((name) => name.includes(wanted.trim().toLowerCase()))
  return (
    <details className="small">
      <summary>Champs à insérer ({names.length})</summary>
      <div className="stack gap-2 mt-2">
        {hydrated && (
          <TextField
            label="Chercher un champ"
            type="search"
            optional
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            maxLength={40}
          />
        )}
        <ul className="cluster gap-2">
          {shown.map((name) => (
            <li key={name}>
              {hydrated ? (
                <button
                  type="button"
                  className="button button-quiet button-small break-all"
                  onClick={() => insert(field, `{{${name}}}`)}
                >
                  {`{{${name}}}`}
                </button>
              ) : (
                <code className="break-all">{`{{${name}}}`}</code>
              )}
            </li>
          ))}
        </ul>
        <p className="hint wrap-anywhere">
          {"Une partie qui ne vaut que si un champ est connu s’écrit {{#si reservation.livree}}…{{sinon}}…{{/si}}."}
        </p>
      </div>
    </details>
  )
}

/** As if it were typed: what listens to the field hears it, and "undo" of the browser takes it back. */
function insert(fieldId: string, text: string): void {
  const field = document.getElementById(fieldId)
  if (!(field instanceof HTMLTextAreaElement)) return
  field.focus()
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end")
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
