import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { NoticeLine } from '#core/client/notices.ts'
import { useIsOn } from '#core/client/session.ts'
import { useRow } from '#core/client/sync.tsx'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { targetEndpoints } from '../../contract.ts'
import { sharingFlag } from '../../flagsContract.ts'
import s from './InvitationAnswer.module.css'

const said: Record<string, string> = { accepted: 'Accepted', rejected: 'Declined', revoked: 'Canceled' }

/** Applies right away, even offline. The local copy decides whether a response is needed. */
export function InvitationAnswer({ subjectId, text, answered, markRead }: NoticeLine) {
  const { accept, decline } = useTargetActions()
  const canAccept = useIsOn(sharingFlag)
  const target = useRow(targetEndpoints, subjectId ?? '')
  const state = answered ?? (target?.shared === 'accepted' ? 'accepted' : null)
  if (state) return <p className={s.answered}>{said[state]}</p>
  if (target?.shared !== 'pending') return null
  const answer = (act: (id: string) => void) => (event: MouseEvent<HTMLElement>) => {
    // The buttons disappear, so focus moves to the line.
    event.currentTarget.closest('li')?.querySelector('a')?.focus()
    markRead()
    act(target.id)
  }
  return (
    <p className={s.acts}>
      {canAccept && (
        <Button size="compact-sm" className={s.act} onClick={answer(accept)}>
          Accept<span className="hide"> {text}</span>
        </Button>
      )}
      <Button size="compact-sm" variant="default" className={s.act} onClick={answer(decline)}>
        Decline<span className="hide"> {text}</span>
      </Button>
    </p>
  )
}
