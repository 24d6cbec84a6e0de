// Mantine's buttons carry the fading of what stands over them while they load, with all that can fade. Few of ours load, and those show it at once.
import type { Plugin } from 'vite'

const PART = '../Transition/Transition.mjs'
const users = /\/@mantine\/core\/esm\/components\/(Button|ActionIcon)\/\1\.mjs$/
const PLAIN = '\0plain-transition'

/** Gives buttons a transition that is over at once, in builds for browsers. Fails the build when a newer Mantine keeps it elsewhere. */
export function leanMantine(): Plugin {
  const found = new Set<string>()
  return {
    name: 'lean-mantine',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      const user = id === PART && importer && users.exec(importer.split('?')[0]!)?.[1]
      if (!user) return null
      found.add(user)
      return PLAIN
    },
    load: (id) =>
      id === PLAIN
        ? 'export const Transition = ({ mounted, transition, children }) => mounted ? children(transition?.in ?? {}) : null'
        : null,
    buildEnd(error) {
      if (!error && found.size !== 2) throw new Error(`What buttons can do without was not found: only ${[...found]}.`)
    },
  }
}
