// The specification's labels for how often a digest is sent.
import type { Frequency } from '#core/contract/series.ts'

export const frequencyLabels: Record<Frequency, string> = {
  1: 'Once',
  2: 'Weekly',
  3: 'Bi-Weekly',
  4: 'Monthly',
  5: 'Bi-Monthly',
}
