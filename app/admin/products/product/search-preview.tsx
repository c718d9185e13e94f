type SearchPreviewProps = {
  title: string
  description: string
  address: string
  siteName: string
}

/** Truncates where search engines do. */
export function SearchPreview({ title, description, address, siteName }: SearchPreviewProps) {
  const heading = [title, siteName].filter(Boolean).join(" – ")
  return (
    <section
      className="stack gap-1 rounded-control border border-line bg-paper p-4"
      aria-label="Aperçu dans un moteur de recherche"
    >
      <p className="fine soft break-all">{address}</p>
      <p className="text-lg leading-snug text-accent-text wrap-anywhere">{truncate(heading, 65)}</p>
      <p className="small soft wrap-anywhere">
        {truncate(description, 160) || "La description du produit sera montrée ici."}
      </p>
    </section>
  )
}

function truncate(text: string, max: number): string {
  const plain = text.replace(/\s+/g, " ").trim()
  return plain.length > max ? `${plain.slice(0, max).replace(/\s\S*$/, "")}…` : plain
}
