/** Above the fields of a form: which of them must be filled in; `one` for a form of a single field. */
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
