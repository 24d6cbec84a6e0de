export type FigureUnit = 'dollars' | 'count' | 'percent' | 'points'
type Change = { now: number | null; before: number | null }
export type ChangeText = { words: string; way: 'up' | 'down' | 'same' }

/** Formats dollars as a percentage and everything else as a difference. */
export function formatChange({ now, before }: Change, unit: FigureUnit): ChangeText {
  if (now === null || before === null) return { words: 'No data before', way: 'same' }
  if (now === before) return { words: 'No change', way: 'same' }
  const [way, word] = now > before ? (['up', 'more'] as const) : (['down', 'less'] as const)
  const by = Math.abs(now - before)
  if (unit === 'percent') return { words: `${by} ${by === 1 ? 'point' : 'points'} ${word}`, way }
  if (unit !== 'dollars')
    return { words: `${by.toLocaleString('en-US')} ${unit === 'count' && way === 'down' ? 'fewer' : word}`, way }
  if (before === 0) return { words: '$0 before', way }
  const percent = Math.round((100 * by) / before)
  return { words: percent === 0 ? `Less than 1% ${word}` : `${percent.toLocaleString('en-US')}% ${word}`, way }
}
