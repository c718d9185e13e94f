import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"

type ChallengeOptions = { challenge: string }

type Fault = {
  origin?: string
  /** No user verification: no finger, face or code. */
  unattended?: boolean
  challenge?: string
  counter?: number
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 }
const ES256 = -7

/** Imitates a browser's answers for one passkey (WebAuthn level 3, ES256, no attestation). */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" })
  readonly #origin: string
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  make({ challenge }: ChallengeOptions, fault: Fault = {}) {
    const attested = Buffer.concat([
      Buffer.alloc(16),
      lengthPrefix(this.id),
      this.id,
      encodeCoseKey(this.#keys.publicKey),
    ])
    const authData = this.#authenticatorData(FLAGS.attested, fault, attested)
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", new Uint8Array(authData)],
      ]),
    )
    return this.#answer({
      clientDataJSON: this.#clientData("webauthn.create", challenge, fault),
      attestationObject: Buffer.from(attestationObject).toString("base64url"),
      transports: ["internal" as const],
    })
  }

  show({ challenge }: ChallengeOptions, fault: Fault = {}) {
    const clientDataJSON = this.#clientData("webauthn.get", challenge, fault)
    const authData = this.#authenticatorData(0, fault)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))])
    return this.#answer({
      clientDataJSON,
      authenticatorData: authData.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
    })
  }

  #answer<Response>(response: Response) {
    const id = this.id.toString("base64url")
    return { id, rawId: id, type: "public-key" as const, response, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, fault: Fault): string {
    const data = { type, challenge: fault.challenge ?? challenge, origin: fault.origin ?? this.#origin }
    return Buffer.from(JSON.stringify(data)).toString("base64url")
  }

  #authenticatorData(flag: number, fault: Fault, more: Buffer = Buffer.alloc(0)): Buffer {
    const flags = FLAGS.userPresent | flag | (fault.unattended ? 0 : FLAGS.userVerified)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(fault.counter ?? ++this.#counter)
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([flags]), counter, more])
  }
}

function lengthPrefix(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return length
}

function encodeCoseKey(key: KeyObject): Uint8Array {
  const { x = "", y = "" } = key.export({ format: "jwk" })
  const parts = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, ES256],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ])
  return isoCBOR.encode(parts)
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
