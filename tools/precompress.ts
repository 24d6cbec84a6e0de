// Compresses the built files as much as possible. The server sends the compressed copies.
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const isText = /\.(js|css|svg|json|webmanifest)$/
const SMALLEST = 1024
/** Always read uncompressed, because a compressed copy could be outdated. */
const LEFT_ALONE = 'version.json'

export function precompress(): Plugin {
  let directory = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      directory = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      // A failed build leaves nothing to compress.
      if (!existsSync(directory)) return
      const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      await Promise.all(
        names.filter((name) => isText.test(name) && name !== LEFT_ALONE).map((name) => compress(join(directory, name))),
      )
    },
  }
}

async function compress(path: string) {
  const content = await readFile(path)
  if (content.length < SMALLEST) return
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, brotli),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
