export type MailAttachment = {
  bucket: string
  path: string
  fileName: string
  contentType: string
  sha256: string
}
