import { useState } from "react"
import { type Accent, type AccentTokens, deriveAccent } from "../../../isomorphic/color/accent.ts"
import { contrast } from "../../../isomorphic/color/oklch.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextField } from "../../ui/text-field.tsx"

type AccentPickerProps = { label: string; id: string; name: string; defaultValue: string; error?: string }

const coral = "#f0704e"

export function AccentPicker({ defaultValue, ...field }: AccentPickerProps) {
  const [typed, setTyped] = useState(defaultValue)
  const accent = deriveAccent(typed.trim())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      <div className="stack gap-3">
        <TextField
          {...field}
          optional
          hint="Par exemple #1d4ed8. Vide : le corail de la maison."
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="cluster needs-script">
          <label className="cluster small">
            <input
              type="color"
              className="h-11 w-16 cursor-pointer rounded-control border border-line-strong bg-paper-raised"
              value={accent ? typed.trim().toLowerCase() : coral}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            Choisir la couleur
          </label>
          {typed !== "" && (
            <Button type="button" variant="quiet" size="small" onClick={() => setTyped("")}>
              Revenir au corail
            </Button>
          )}
        </div>
      </div>
      {accent ? (
        <AccentPreview accent={accent} />
      ) : (
        <p className="small soft">Les boutons et les liens gardent les couleurs de la maison.</p>
      )}
    </div>
  )
}

const grounds = { light: { paper: "#faf6ee", ink: "#12242b" }, dark: { paper: "#04161b", ink: "#f4efe6" } }

function AccentPreview({ accent }: { accent: Accent }) {
  return (
    <div className="stack gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Sample tokens={accent.light} ground={grounds.light} theme="Thème clair" />
        <Sample tokens={accent.dark} ground={grounds.dark} theme="Thème sombre" />
      </div>
      <p className="small soft">Votre teinte est gardée, sa clarté ajustée pour rester lisible.</p>
      {accent.nearDanger && (
        <Notice tone="info" title="Couleur proche du rouge d’alerte">
          Les boutons qui suppriment seront dessinés en contour, pour ne pas être confondus.
        </Notice>
      )}
    </div>
  )
}

/** SVG attributes, because the CSP forbids style attributes. */
function Sample({
  tokens,
  ground,
  theme,
}: {
  tokens: AccentTokens
  ground: { paper: string; ink: string }
  theme: string
}) {
  const ratio = contrast(tokens.accent, tokens.onAccent).toLocaleString("fr-FR", { maximumFractionDigits: 1 })
  return (
    <figure className="stack gap-1">
      <svg
        viewBox="0 0 200 120"
        className="w-full rounded-control border border-line"
        role="img"
        aria-label={`${theme}\u00a0: bouton, lien et fond teinté dans votre couleur`}
      >
        <rect width="200" height="120" fill={ground.paper} />
        <rect x="14" y="14" width="172" height="38" rx="9" fill={tokens.accent} />
        <text x="100" y="38" textAnchor="middle" fontSize="14" fontWeight="600" fill={tokens.onAccent}>
          Réserver
        </text>
        <text x="14" y="76" fontSize="13" textDecoration="underline" fill={tokens.text}>
          Un lien
        </text>
        <text x="72" y="76" fontSize="13" fill={ground.ink}>
          dans le texte
        </text>
        <rect x="14" y="88" width="172" height="22" rx="6" fill={tokens.wash} stroke={tokens.line} />
        <text x="24" y="104" fontSize="12" fill={tokens.text}>
          Fond teinté
        </text>
      </svg>
      <figcaption className="fine soft">
        {theme}, contraste du bouton {ratio}:1
      </figcaption>
    </figure>
  )
}
