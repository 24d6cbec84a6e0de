// What drawing an SVG may cost, and what is said of one that costs more.

export const SVG_SECONDS = 10
export const SVG_MEMORY_BYTES = 500 * 1024 * 1024
/** In what `costOf` counts: about one plain shape each. */
export const MOST_COST = 40_000

/** Why an SVG is refused before it is drawn. */
export type InvalidSvg = 'definitions' | 'script' | 'complex' | 'broken'
