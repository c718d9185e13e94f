import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { storage } from "../storage/current.server.ts"
import type { MailAttachment } from "./attachments.ts"
import type { MessageFile } from "./mailer.ts"

/**
 * A file of our storage, to go with a mail. Throws when it is not there, or is not the file that was ordered: the mail
 * then waits, since a signed contract must not leave without its PDF.
 */
export async function readAttachment(attachment: MailAttachment): Promise<MessageFile> {
  const { bucket, path, fileName, contentType, sha256 } = attachment
  const object = await (await storage()).get(bucket, path)
  if (!object) throw new Error(`The attachment ${bucket}/${path} is not in the storage`)
  const content = await buffer(object.body)
  if (createHash("sha256").update(content).digest("hex") !== sha256)
    throw new Error(`The attachment ${bucket}/${path} is not the file that was ordered`)
  return { fileName, contentType, content }
}
