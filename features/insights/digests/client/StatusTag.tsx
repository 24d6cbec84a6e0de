import type { IconName } from '#core/ui/iconNames.ts'
import { Pill, type Tone } from '#core/ui/Pill.tsx'
import { formatCount } from '#core/ui/runs/formatRun.ts'
import type { Digest } from '../contract.ts'
import { type DigestStatus, digestStatusLabels } from '../state.ts'
import { meantBy } from './digestLabels.ts'

const icons: Record<DigestStatus, IconName> = {
  draft: 'pencil',
  scheduled: 'clock',
  sending: 'mail',
  sent: 'check',
  paused: 'player-pause',
  cancelled: 'x',
}

const tones: Partial<Record<DigestStatus, Tone>> = { scheduled: 'brand', sending: 'accent', sent: 'good' }

/** Shows a digest's status with an icon and a word, and the progress while it is sent. */
export function StatusTag({ digest: { status, runs } }: { digest: Pick<Digest, 'status' | 'runs'> }) {
  const now = status === 'sending' ? runs.find(({ state }) => state === 'sending') : undefined
  return (
    <Pill tone={tones[status]} icon={icons[status]}>
      {digestStatusLabels[status]}
      {now && `, ${formatCount(now.sent)} of ${formatCount(meantBy(now))}`}
    </Pill>
  )
}
