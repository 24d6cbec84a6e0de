// Draws the icons into one SVG file, so that the page has two elements per icon and no script contains drawings.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { iconNames } from '#core/ui/iconNames.ts'

/** Code finds the sprite's path under this name. */
export const ICON_SPRITE = 'import.meta.env.ICON_SPRITE'
const FILLED = '-filled'
const LICENSES = 'licenses.txt'
const drawings = join(import.meta.dirname, '../node_modules/@tabler/icons')

/** Emits the sprite, and serves it during development. `ICON_SPRITE` is its path. */
export function iconSprite(): Plugin {
  const sprite = drawnSprite()
  const fileName = `assets/icons-${createHash('sha256').update(sprite).digest('hex').slice(0, 8)}.svg`
  return {
    name: 'icon-sprite',
    config: () => ({ define: { [ICON_SPRITE]: JSON.stringify(`/${fileName}`) } }),
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'image/svg+xml')
        response.end(sprite)
      })
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName, source: sprite })
        // The build lists the licenses of modules only, and the drawings aren't modules.
        const licenses = bundle[LICENSES]
        if (licenses?.type !== 'asset') throw new Error(`${LICENSES} is not in the bundle.`)
        licenses.source = `${licenses.source}\n## @tabler/icons (MIT)\n\n${readFileSync(join(drawings, 'LICENSE'), 'utf8')}`
      },
    },
  }
}

type Nodes = Record<string, readonly [tag: string, attributes: Record<string, string>][]>

const nodesIn = (file: string) => JSON.parse(readFileSync(join(drawings, file), 'utf8')) as Nodes

/** The SVG elements of one icon, 24 by 24. Throws for a name that has no drawing. */
export function iconShapes(name: string): string {
  const isFilled = name.endsWith(FILLED)
  outline ??= nodesIn('tabler-nodes-outline.json')
  filled ??= nodesIn('tabler-nodes-filled.json')
  const nodes = isFilled ? filled[name.slice(0, -FILLED.length)] : outline[name]
  if (!nodes) throw new Error(`Tabler has no icon “${name}.”`)
  return nodes
    .map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
      return `<${tag}${written.join('')}/>`
    })
    .join('')
}

let outline: Nodes | undefined
let filled: Nodes | undefined

/** Lines take their width and color from the page. */
function drawnSprite(): string {
  const symbols = iconNames.map((name) => {
    const paint = name.endsWith(FILLED) ? ' fill="currentColor" stroke="none"' : ''
    return `<symbol id="${name}" viewBox="0 0 24 24"${paint}>${iconShapes(name)}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
