export function RequiredNote({ one = false }: { one?: boolean }) {
  return (
    <p className="small soft">
      {one ? "Champ obligatoire." : <>Champs obligatoires, sauf mention «&nbsp;facultatif&nbsp;».</>}
    </p>
  )
}
