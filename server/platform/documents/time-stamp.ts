import { randomBytes } from "node:crypto"
import * as asn1 from "asn1js"
import * as pkijs from "pkijs"
import { toArrayBuffer, oid, sha256 } from "./cms.ts"

/** Throws when the authority gives no valid token. */
export type TimeStampSource = (bytes: Uint8Array) => Promise<ArrayBuffer>

const TIMEOUT_MS = 8_000
const MAX_ANSWER_BYTES = 60_000

/** RFC 3161 over HTTP. */
export function timeStampSource(url: string, timeoutMs: number = TIMEOUT_MS): TimeStampSource {
  return async (bytes) => {
    const digest = sha256(bytes)
    const nonce = randomBytes(8)
    // DER would read an integer with its first bit set as negative.
    nonce.writeUInt8((nonce.readUInt8(0) & 0x7f) | 0x40, 0)
    const request = new pkijs.TimeStampReq({
      version: 1,
      messageImprint: new pkijs.MessageImprint({
        hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new asn1.Null() }),
        hashedMessage: new asn1.OctetString({ valueHex: digest }),
      }),
      nonce: new asn1.Integer({ valueHex: toArrayBuffer(nonce) }),
      certReq: true,
    })
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query", accept: "application/timestamp-reply" },
      body: request.toSchema().toBER(),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    })
    if (!response.ok) throw new Error(`The time stamp authority answered ${response.status}`)
    return extractToken(await readLimited(response), digest, nonce)
  }
}

async function readLimited(response: Response): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_ANSWER_BYTES) throw new Error("The time stamp authority's answer is too long")
    parts.push(part)
  }
  return toArrayBuffer(Buffer.concat(parts))
}

function extractToken(answer: ArrayBuffer, digest: ArrayBuffer, nonce: Uint8Array): ArrayBuffer {
  const { status, timeStampToken } = pkijs.TimeStampResp.fromBER(answer)
  // 0 is granted, 1 granted with changes.
  if (!timeStampToken || status.status > 1) {
    throw new Error(`The time stamp authority refused: status ${status.status}`)
  }
  const signed = new pkijs.SignedData({ schema: timeStampToken.content })
  const content = signed.encapContentInfo.eContent
  if (!content) throw new Error("The time stamp holds nothing")
  const info = pkijs.TSTInfo.fromBER(content.getValue())
  const { hashedMessage } = info.messageImprint
  if (!Buffer.from(hashedMessage.valueBlock.valueHexView).equals(Buffer.from(digest))) {
    throw new Error("The time stamp is of something else")
  }
  if (!info.nonce || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce)) {
    throw new Error("The time stamp answers another question")
  }
  return timeStampToken.toSchema().toBER()
}
