// Fails the build when the download before the first dashboard exceeds the limit.
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'

/** `files` are the first dashboard's components. `limitKb` limits the gzipped JavaScript, in thousands of bytes. */
export function bundleBudget({ files, limitKb }: { files: readonly string[]; limitKb: number }): Plugin {
  return {
    name: 'bundle-budget',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizes = chunksBehind(bundle, files, true)
        .map(({ fileName, code }) => ({ name: fileName, kb: gzipSync(code).length / 1000 }))
        .sort((a, b) => b.kb - a.kb)
      const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
      const largest = sizes.slice(0, 5).map(({ name, kb }) => `${name.replace(/^assets\//, '')} ${kb.toFixed(1)}`)
      console.log(
        `JavaScript for the first dashboard: ${total.toFixed(2)} kB gzip of ${limitKb} (ratio ${(total / limitKb).toFixed(2)}), ${sizes.length} files: ${largest.join(', ')}`,
      )
      if (total > limitKb)
        this.error(`The first dashboard needs ${total.toFixed(1)} kB of JavaScript; ${limitKb} were agreed.`)
    },
  }
}
