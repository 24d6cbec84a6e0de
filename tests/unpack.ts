// What is in a compressed archive, as any program reads it.
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'

/** The bytes of each entry, by its name. */
export async function unpacked(archive: Buffer): Promise<Map<string, Buffer>> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(archive)))
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]))
}
