export function RequiredNote({ one = false }: { one?: boolean }) {
  return (
    <p className="small soft">
      {one ? (
        "Ce champ est obligatoire."
      ) : (
        <>Tous les champs sont obligatoires, sauf mention «&nbsp;facultatif&nbsp;».</>
      )}
    </p>
  )
}
