// A passkey built on node:crypto for server tests. Browser tests use Chromium's own.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = { challenge?: unknown; rp?: { id?: string }; rpId?: string; user?: { id: string } }
type Mistakes = { origin?: string; isVerified?: boolean; counter?: number; userHandle?: string }

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

export type SoftKey = ReturnType<typeof aSoftKey>

/** Creates a key pair at `origin`. `make` responds to a registration, `use` to an authentication. */
export function aSoftKey(origin = 'http://localhost') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  let handle = ''
  const clientJson = (type: string, challenge: unknown, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const head = (rpId: string, flags: number, count: number) => {
    const rest = Buffer.alloc(5)
    rest[0] = flags
    rest.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), rest])
  }
  return {
    id: base64url(id),
    make({ challenge, rp, user }: Options) {
      handle = user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      // COSE: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const authData = Buffer.concat([head(rp?.id ?? '', 0x45, counter), Buffer.alloc(16), length, id, cose])
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientJson('webauthn.create', challenge)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    use({ challenge, rpId = '' }: Options, mistakes: Mistakes = {}) {
      const client = clientJson('webauthn.get', challenge, mistakes.origin)
      counter = mistakes.counter ?? counter + 1
      const authData = head(rpId, mistakes.isVerified === false ? 0x01 : 0x05, counter)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: mistakes.userHandle ?? handle,
        },
      }
    },
  }
}
