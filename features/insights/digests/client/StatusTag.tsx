import { IconCheck, IconClock, IconMail, IconPencil, IconPlayerPause, IconX } from '@tabler/icons-react'
import type { Digest } from '../contract.ts'
import { type Status, statusWords } from '../state.ts'
import s from './Digests.module.css'
import { meantBy } from './digestWords.ts'

const icons: Record<Status, typeof IconCheck> = {
  draft: IconPencil,
  scheduled: IconClock,
  sending: IconMail,
  sent: IconCheck,
  paused: IconPlayerPause,
  cancelled: IconX,
}

/** What becomes of a digest, with an icon and a word; while it is sent, how far that is. */
export function StatusTag({ digest: { status, runs } }: { digest: Pick<Digest, 'status' | 'runs'> }) {
  const Icon = icons[status]
  const now = status === 'sending' ? runs.find(({ state }) => state === 'sending') : undefined
  return (
    <span className={s.state} data-status={status}>
      <Icon size={14} stroke={2} aria-hidden />
      {statusWords[status]}
      {now && `, ${now.sent} of ${meantBy(now)}`}
    </span>
  )
}
