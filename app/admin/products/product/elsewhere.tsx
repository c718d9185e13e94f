import { CopyField } from "../../../ui/copy-field.tsx"

/** What a link may say after the product. */
const carried = `?${new URLSearchParams({ date: "AAAA-MM-JJ", cp: "94130" })}`

/** What the owner puts on another site so that this product can be booked from there (decision 66). */
export function ProductElsewhere({ id, address }: { id: string; address: string }) {
  const { origin } = new URL(address)
  const tag = `<script src="${origin}/embed.js" data-produit="${id}" async></script>`
  return (
    <section className="panel stack" aria-labelledby="ailleurs">
      <h2 id="ailleurs" className="title-card">
        Sur un autre site
      </h2>
      <p className="small soft">
        Votre autre site demande la date et le code postal, montre la disponibilité et le prix d’ici, et mène à la
        réservation.
      </p>
      <CopyField
        label="Code à coller dans la page"
        name="code"
        value={tag}
        copied="Code copié"
        hint="Là où le cadre doit apparaître, dans un bloc HTML."
      />
      <CopyField label="Lien simple" name="lien" value={address} copied="Lien copié" />
      <p className="small soft">
        Ajoutez-y une date et un code postal&nbsp;: <code className="break-all">{carried}</code>
      </p>
    </section>
  )
}
