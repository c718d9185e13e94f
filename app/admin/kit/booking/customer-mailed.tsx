/** An answer is told to the customer by mail once it cannot be taken back; it is no promise that the mail arrives. */
export function CustomerMailed() {
  return (
    <p className="small soft">
      Un e-mail au client est préparé. Il ne part qu’une minute après, le temps d’annuler, et son état se lit dans la
      réservation.
    </p>
  )
}
