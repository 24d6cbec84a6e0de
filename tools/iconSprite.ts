// Draws the icons into one SVG file, so that the page has two elements per icon and no script contains drawings.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { iconNames } from '../core/ui/iconNames.ts'

const FILLED = '-filled'
const LICENSES = 'licenses.txt'
const drawings = join(import.meta.dirname, '../node_modules/@tabler/icons')

/** Emits the sprite, and serves it during development. `import.meta.env.PURSUIT_ICONS` is its path. */
export function iconSprite(): Plugin {
  const sprite = drawnSprite()
  const fileName = `assets/icons-${createHash('sha256').update(sprite).digest('hex').slice(0, 8)}.svg`
  return {
    name: 'icon-sprite',
    config: () => ({ define: { 'import.meta.env.PURSUIT_ICONS': JSON.stringify(`/${fileName}`) } }),
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

/** Lines take their width and color from the page. Throws for a name that has no drawing. */
function drawnSprite(): string {
  const nodesIn = (file: string) => JSON.parse(readFileSync(join(drawings, file), 'utf8')) as Nodes
  const [outline, filled] = [nodesIn('tabler-nodes-outline.json'), nodesIn('tabler-nodes-filled.json')]
  const symbols = iconNames.map((name) => {
    const isFilled = name.endsWith(FILLED)
    const nodes = isFilled ? filled[name.slice(0, -FILLED.length)] : outline[name]
    if (!nodes) throw new Error(`Tabler has no icon “${name}.”`)
    const shapes = nodes.map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
      return `<${tag}${written.join('')}/>`
    })
    const paint = isFilled ? ' fill="currentColor" stroke="none"' : ''
    return `<symbol id="${name}" viewBox="0 0 24 24"${paint}>${shapes.join('')}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
