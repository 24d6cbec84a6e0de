// Mantine's buttons include a transition for their loading overlay. Few of Pursuit's buttons load, and they can show it
// right away. Mantine also includes unused palettes, in code and in styles, button groups, and success messages for fields.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const PART = '../Transition/Transition.mjs'
const users = /\/@mantine\/core\/esm\/components\/(Button|ActionIcon)\/\1\.mjs$/
const palettes = /\/MantineProvider\/default-colors\.mjs$/
/** Mantine evaluates its own theme before Pursuit's replaces it. */
const unused = /^\t(red|green|yellow|teal|pink|grape|violet|indigo|cyan|lime|orange): \[[^\]]*\],?$/gm
const UNUSED = 11
const variables = /\/default-css-variables\.layer\.css$/
/** The theme writes its own palettes and scales into the page. Mantine's are unused. */
const unusedVariable =
  /^ +--mantine-(?:color-(?:red|green|yellow|teal|pink|grape|violet|indigo|cyan|lime|orange)|(?:spacing|font-size|line-height|shadow|radius)-(?=xs|sm|md|lg|xl)|h[1-6])[\w-]*:[^;]*;\n/gm
const groups = /\/(Button|ActionIcon|Input)\.layer\.css$/
/** Groups of buttons and their sections, success messages, and right-to-left text. */
const unusedSelector = /m_(80d6d844|70be2a01|1a0f1b21|437b6484)\b|\[data-success\]|\[dir="rtl"\]/
const rule = /^[^\S\n]*([^{}@/]+?)\s*\{[^{}]*\}\n/gm
const PLAIN = '\0plain-transition'
const absent = /\/((?:Button|ActionIcon)Group(?:Section)?|InputSuccess)\.mjs$/
const ABSENT = '\0absent-'

/**
 * Makes button transitions instant and removes unused palettes and components, in browser builds. Fails the build when
 * a newer Mantine moves them.
 */
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
      if (variables.test(path)) {
        const styles = readFileSync(path, 'utf8')
        if (unusedVariable.test(styles)) found.add('variables')
        return styles.replace(unusedVariable, '')
      }
      const [, component] = groups.exec(path) ?? []
      if (component) {
        const styles = readFileSync(path, 'utf8')
        const used = styles.replace(rule, (text, selector: string) => (unusedSelector.test(selector) ? '' : text))
        if (used !== styles) found.add(`${component} styles`)
        return used
      }
      if (!palettes.test(path)) return null
      const code = readFileSync(path, 'utf8')
      if (code.match(unused)?.length === UNUSED) found.add('palettes')
      return code.replace(unused, '')
    },
    buildEnd(error) {
      if (!error && found.size !== 9) throw new Error(`What Mantine can do without was not found: only ${[...found]}.`)
    },
  }
}
