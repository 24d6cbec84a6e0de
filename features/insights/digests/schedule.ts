// How often a digest goes, in the specification's words.
import type { Frequency } from '#core/contract/series.ts'

export const frequencyLabels: Record<Frequency, string> = {
  1: 'Once',
  2: 'Weekly',
  3: 'Bi-Weekly',
  4: 'Monthly',
  5: 'Bi-Monthly',
}
