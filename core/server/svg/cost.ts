// Estimates the work of drawing an SVG. Reused elements count as often as they are drawn.
import { Parser } from 'htmlparser2'

type Attributes = { [name: string]: string }
type Node = { tag: string; cost: number; uses: { id: string; times: number }[]; children: Node[] }

/** Drawn only where something refers to them. */
const stored = new Set(
  'defs symbol pattern mask clippath marker filter lineargradient radialgradient style title desc metadata'.split(' '),
)
/** Filters that process every pixel of their area, some many times. */
const costly = new Set(
  'fegaussianblur feconvolvematrix femorphology feturbulence fediffuselighting fespecularlighting fedropshadow'.split(
    ' ',
  ),
)
const FILTER = 2500
const LIGHT_FILTER = 300
/** Drawn separately before they are placed. */
const layers = new Set(['pattern', 'mask', 'clippath', 'marker', 'filter'])
const LAYER = 50
/** Estimated tiles per pattern. */
const TILES = 10

/** Returns about how many plain shapes are drawn, and Infinity for an SVG that uses itself. */
export function costOf(svg: string): number {
  const { root, ids, rules } = read(svg)
  for (const node of all(root)) node.uses.push(...rules(node))
  const known = new Map<Node, number>()
  const open = new Set<Node>()
  const inside = (node: Node): number => {
    const before = known.get(node)
    if (before !== undefined) return before
    if (open.has(node)) return Number.POSITIVE_INFINITY
    open.add(node)
    let sum = node.cost
    for (const child of node.children) if (!stored.has(child.tag)) sum += inside(child)
    for (const { id, times } of node.uses) {
      const used = ids.get(id)
      if (used)
        sum += times * (used.tag === 'pattern' ? TILES : 1) * ((layers.has(used.tag) ? LAYER : 1) + inside(used))
    }
    open.delete(node)
    known.set(node, sum)
    return sum
  }
  return inside(root)
}

function* all(node: Node): Generator<Node> {
  yield node
  for (const child of node.children) yield* all(child)
}

function read(svg: string) {
  const root: Node = { tag: '', cost: 0, uses: [], children: [] }
  const path = [root]
  const ids = new Map<string, Node>()
  const classes = new Map<Node, string[]>()
  let css = ''
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = name.replace(/^.*:/, '').toLowerCase()
        const node: Node = { tag, cost: ownCost(tag, attributes), uses: usesIn(attributes), children: [] }
        path.at(-1)!.children.push(node)
        path.push(node)
        if (attributes.id && !ids.has(attributes.id)) ids.set(attributes.id, node)
        classes.set(node, [
          '*',
          tag,
          ...(attributes.class?.split(/\s+/).map((one) => `.${one}`) ?? []),
          ...(attributes.id ? [`#${attributes.id}`] : []),
        ])
      },
      onclosetag: () => void path.pop(),
      ontext: (text) => {
        if (path.at(-1)?.tag === 'style') css += text
      },
    },
    { xmlMode: true },
  )
  parser.end(svg)
  const styled = stylesIn(css)
  const rules = (node: Node) => (classes.get(node) ?? []).flatMap((name) => styled.get(name) ?? [])
  return { root, ids, rules }
}

function ownCost(tag: string, attributes: Attributes): number {
  const longest = Math.max(...['d', 'points', 'href', 'xlink:href'].map((name) => attributes[name]?.length ?? 0))
  if (costly.has(tag)) return FILTER * Math.max(1, Math.min(20, Number(attributes.numOctaves) || 1))
  if (tag.startsWith('fe')) return LIGHT_FILTER
  const layer = attributes.opacity || /dasharray|opacity/.test(attributes.style ?? '') || attributes['stroke-dasharray']
  return 1 + longest / 200 + (tag === 'image' ? LAYER : 0) + (layer ? 10 : 0)
}

const referred = /url\(\s*["']?#([^)"'\s]+)/g

/** A marker is drawn at each corner. */
function usesIn(attributes: Attributes): Node['uses'] {
  const corners = 2 + (attributes.d ?? attributes.points ?? '').length / 4
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (/(^|:)href$/.test(name)) return value.startsWith('#') ? [{ id: value.slice(1), times: 1 }] : []
    const times = name.startsWith('marker') || /marker/.test(value) ? corners : 1
    return [...value.matchAll(referred)].map(([, id]) => ({ id: id!, times }))
  })
}

/** Compound selectors count for every element. */
function stylesIn(css: string): Map<string, Node['uses']> {
  const found = new Map<string, Node['uses']>()
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const uses = [...body.matchAll(referred)].map(([, id]) => ({ id: id!, times: /marker/.test(body) ? 10 : 1 }))
    if (uses.length === 0) continue
    for (const selector of selectors.split(',').map((one) => one.trim())) {
      const key = /^[.#]?[\w-]+$/.test(selector) ? selector : '*'
      found.set(key, [...(found.get(key) ?? []), ...uses])
    }
  }
  return found
}
