/** A backup cannot be made or restored; the message says why and what an operator can do. */
export class BackupProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "BackupProblem"
  }
}
