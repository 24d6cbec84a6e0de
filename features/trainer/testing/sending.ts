// Uploads files to a test server as a browser does.
import type { AddressInfo } from 'node:net'
import { callsAt } from '#core/server/testing/fixtureFiles.ts'
import type { Api, Client } from '#tests/api.ts'

/**
 * Starts listening and returns a function that uploads bytes of a kind. It resolves to the upload's ID, or to the
 * status of the rejection.
 */
export async function sendingTo({ http }: Api) {
  await http.listen({ port: 0, host: '127.0.0.1' })
  const calls = callsAt(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}`)
  return async ({ actor, orgId, token }: Client, kind: string, content: Buffer, filename: string) => {
    const who = { id: actor.id, orgId, token }
    const begun = await calls.begin(who, content.length, { kind, filename })
    const path = begun.headers.get('location')
    if (begun.status !== 201 || !path) return { id: '', status: begun.status }
    const { status } = await calls.send(who, path, 0, new Uint8Array(content))
    return { id: path.split('/').at(-1)!, status }
  }
}
