// Mantine's buttons carry the fading of what stands over them while they load, with all that can fade. Few of ours load, and those show it at once.
// And it carries palettes that our theme replaces or nothing here is painted with, and groups of buttons and words of praise below fields, which we have none of.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const PART = '../Transition/Transition.mjs'
const users = /\/@mantine\/core\/esm\/components\/(Button|ActionIcon)\/\1\.mjs$/
const palettes = /\/MantineProvider\/default-colors\.mjs$/
/** Its own theme is reckoned with the others before ours is put over it. */
const unused = /^\t(red|green|yellow|teal|pink|grape|violet|indigo|cyan|lime|orange): \[[^\]]*\],?$/gm
const UNUSED = 11
const PLAIN = '\0plain-transition'
const absent = /\/((?:Button|ActionIcon)Group(?:Section)?|InputSuccess)\.mjs$/
const ABSENT = '\0absent-'

/** Gives buttons a transition that is over at once, and leaves unused palettes and parts out, in builds for browsers. Fails the build when a newer Mantine keeps them elsewhere. */
export function leanMantine(): Plugin {
  const found = new Set<string>()
  return {
    name: 'lean-mantine',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      const part = importer?.includes('/@mantine/core/esm/components/') && absent.exec(id)?.[1]
      if (part) {
        if (part.endsWith('Group')) found.add(part)
        return ABSENT + part
      }
      const user = id === PART && importer && users.exec(importer.split('?')[0]!)?.[1]
      if (!user) return null
      found.add(user)
      return PLAIN
    },
    load(id) {
      if (id === PLAIN)
        return 'export const Transition = ({ mounted, transition, children }) => mounted ? children(transition?.in ?? {}) : null'
      if (id.startsWith(ABSENT)) {
        const part = id.slice(ABSENT.length)
        return `export const ${part} = () => { throw new Error('${part} is left out: see tools/leanMantine.ts') }`
      }
      const path = id.split('?')[0]!
      if (!palettes.test(path)) return null
      const code = readFileSync(path, 'utf8')
      if (code.match(unused)?.length === UNUSED) found.add('palettes')
      return code.replace(unused, '')
    },
    buildEnd(error) {
      if (!error && found.size !== 5) throw new Error(`What Mantine can do without was not found: only ${[...found]}.`)
    },
  }
}
