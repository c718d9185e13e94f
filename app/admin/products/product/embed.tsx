import { CopyField } from "../../../ui/copy-field.tsx"

/** Parameters that a link may add. */
const linkParameters = `?${new URLSearchParams({ date: "AAAA-MM-JJ", cp: "94130" })}`

/** Decision 66. */
export function ProductEmbed({ id, address }: { id: string; address: string }) {
  const { origin } = new URL(address)
  const snippet = `<script src="${origin}/embed.js" data-produit="${id}" async></script>`
  return (
    <section className="panel stack" aria-labelledby="ailleurs">
      <h2 id="ailleurs" className="title-card">
        Sur un autre site
      </h2>
      <p className="small soft">Votre autre site montre la date et le prix, puis mène à la réservation.</p>
      <CopyField
        label="Code à coller dans la page"
        name="code"
        value={snippet}
        copiedText="Code copié"
        hint="Là où le cadre doit apparaître, dans un bloc HTML."
      />
      <CopyField label="Lien simple" name="lien" value={address} copiedText="Lien copié" />
      <p className="small soft">
        Ajoutez-y une date et un code postal&nbsp;: <code className="break-all">{linkParameters}</code>
      </p>
    </section>
  )
}
