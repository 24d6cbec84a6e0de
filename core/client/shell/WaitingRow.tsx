import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { relativeTime } from '#core/contract/times.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { useEngine } from '../sync.tsx'
import { toast } from '../toasts.ts'
import s from './OutboxPanel.module.css'

export function WaitingRow({ outgoing, sentence }: { outgoing: Outgoing; sentence: ReactNode }) {
  const engine = useEngine()
  const icon = outgoing.state === 'sending' ? 'cloud-up' : 'clock'
  const takeBack = async () => {
    if (!(await engine.takeBack(outgoing.key))) toast({ message: 'This has already synced.' })
  }
  return (
    <li className={`flex top gap12 clip ${s.row}`}>
      <Icon name={icon} size={20} />
      <div className={`grow break ${s.text}`}>
        <p>{sentence}</p>
        <p className="cap">{outgoing.state === 'sending' ? 'Syncing' : relativeTime(outgoing.at, new Date())}</p>
      </div>
      {outgoing.state === 'waiting' && (
        <Button size="compact-sm" variant="subtle" color="gray" className={`medium dim ${s.take}`} onClick={takeBack}>
          Undo
        </Button>
      )}
    </li>
  )
}
