export const SVG_SECONDS = 10
export const SVG_MEMORY_BYTES = 500 * 1024 * 1024
/** In the unit of `costOf`: about one plain shape. */
export const MOST_COST = 40_000

export type InvalidSvg = 'definitions' | 'script' | 'complex' | 'broken'
