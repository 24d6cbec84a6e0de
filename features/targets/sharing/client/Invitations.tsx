import { Button } from '@mantine/core'
import { memo, useEffect, useState } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useIsOn } from '#core/client/session.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { sharingFlag } from '../../flagsContract.ts'
import s from './Invitations.module.css'

/** Lists pending invitations, without the due date, which only the owner sees. */
export const Invitations = memo(function Invitations({ pending }: { pending: readonly Target[] }) {
  const shown = useWhenStill(pending)
  // Renders a hidden element when there is none, because an empty container would still reserve an invitation's space.
  return shown.length > 0 ? <List pending={shown} /> : <i hidden />
})

/** Milliseconds without input before a new invitation appears, since it moves the tiles. */
const STILL_MS = 1000
const moves = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'scroll'] as const

function useWhenStill(pending: readonly Target[]): readonly Target[] {
  const [known, setKnown] = useState(() => pending.map(({ id }) => id))
  const isNew = pending.some(({ id }) => !known.includes(id))
  useEffect(() => {
    if (!isNew) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setKnown(pending.map(({ id }) => id)), STILL_MS)
    }
    wait()
    for (const move of moves) addEventListener(move, wait, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const move of moves) removeEventListener(move, wait)
    }
  }, [isNew, pending])
  return pending.filter(({ id }) => known.includes(id))
}

function List({ pending }: { pending: readonly Target[] }) {
  const actions = useTargetActions()
  const canAccept = useIsOn(sharingFlag)
  return (
    <section aria-label={pending.length === 1 ? 'Invitation' : 'Invitations'} className={`grid gap8 mb16 ${s.list}`}>
      {pending.map((target) => {
        const from = inviterOf(target)
        const isAlsoCompany = target.company !== '' && target.contact !== ''
        return (
          <div key={target.id} className={`row gap12 rounded ${s.invite}`}>
            <InitialsAvatar tone="accent" initials={initialsOf(from)} />
            <p>
              <b>{fullNameOf(from)}</b> <span className={s.says}>invites you to pursue </span>
              <Link to="/target/$id" params={{ id: target.id }}>
                {shortNameOf(target)}
              </Link>
              {isAlsoCompany && <span className="dim onlyWide"> · Contact {target.contact}</span>}
            </p>
            <span className={`flex gap4 rigid ${s.acts}`}>
              <Button
                variant="subtle"
                className={s.no}
                leftSection={<Icon name="x" size={20} stroke={1.75} />}
                onClick={() => actions.decline(target.id)}
              >
                <span className={s.word}>Decline</span>
                <span className="hide"> {shortNameOf(target)}</span>
              </Button>
              {canAccept && (
                <Button
                  className={s.yes}
                  leftSection={<Icon name="check" size={20} stroke={2} />}
                  onClick={() => actions.accept(target.id)}
                >
                  <span className={s.word}>Accept</span>
                  <span className="hide"> {shortNameOf(target)}</span>
                </Button>
              )}
            </span>
          </div>
        )
      })}
    </section>
  )
}

function inviterOf(target: Target): { first_name: string; last_name: string } {
  const mine = target.collaborators.find(({ user_id }) => user_id === target.user_id)
  if (mine?.from_first_name || mine?.from_last_name)
    return { first_name: mine.from_first_name, last_name: mine.from_last_name }
  const [first_name = '', ...others] = target.owner.split(' ')
  return { first_name, last_name: others.join(' ') }
}
