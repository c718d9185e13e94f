import { href } from "react-router"
import { forgetAllDrafts } from "./store.ts"

/** The form that a sign-out button submits, by its id. Who leaves on purpose leaves nothing of what they typed. */
export function SignOutForm({ id }: { id: string }) {
  return <form id={id} method="post" action={href("/deconnexion")} hidden onSubmit={forgetAllDrafts} />
}
