// Signatures as `tauri signer` creates them: minisign's, with the version in the signed comment.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Private key in PEM, public key in the format of the app's configuration. */
export type UpdateKey = { secret: string; id: string; pubkey: string }

/** Source: https://jedisct1.github.io/minisign/, section 'Signature format'. */
export function makeUpdateKey(): UpdateKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  const id = createHash('sha256').update(raw).digest().subarray(0, 8)
  const text = `untrusted comment: minisign public key\n${Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64')}\n`
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    id: id.toString('hex'),
    pubkey: Buffer.from(text).toString('base64'),
  }
}

/** `signedAs` is the signed version, by default the announced one. */
export function signUpdate(key: UpdateKey, contents: Buffer, version: string): string {
  const secret = createPrivateKey(key.secret)
  const signature = sign(null, createHash('blake2b512').update(contents).digest(), secret)
  const comment = `timestamp:1764115200\tfile:Pursuit_${version}_amd64.AppImage\tversion:${version}`
  const overAll = sign(null, Buffer.concat([signature, Buffer.from(comment)]), secret)
  const head = Buffer.concat([Buffer.from('ED'), Buffer.from(key.id, 'hex'), signature]).toString('base64')
  const lines = ['untrusted comment: signature', head, `trusted comment: ${comment}`, overAll.toString('base64'), '']
  return Buffer.from(lines.join('\n')).toString('base64')
}

export type Offer = { version: string; signature: string; contents: Buffer; isCutShort?: boolean }

/** Offers the last update it was given, and none at first. */
export async function startUpdates() {
  let offer: Offer | null = null
  const server = createServer((request, response) => {
    if (!offer) return response.writeHead(204).end()
    if (request.url === '/latest.json') {
      const { version, signature } = offer
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ version, signature, url: `${address()}/Pursuit.AppImage` }))
    }
    response.writeHead(200, { 'content-length': offer.contents.length })
    if (!offer.isCutShort) return response.end(offer.contents)
    response.write(offer.contents.subarray(0, offer.contents.length / 2), () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${address()}/latest.json`,
    offer: (given: Offer | null) => {
      offer = given
    },
    close: () => server.close(),
  }
}
