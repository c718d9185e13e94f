/** A file of our storage that goes with a mail. It is read when the mail leaves; its hash says that it is that file. */
export type MailAttachment = {
  bucket: string
  path: string
  /** As the reader saves it: "contrat-1042.pdf". */
  fileName: string
  contentType: string
  /** In hexadecimal. */
  sha256: string
}
