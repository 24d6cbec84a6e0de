import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'

export async function unpacked(archive: Buffer): Promise<Map<string, Buffer>> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(archive)))
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]))
}
