import { Button } from '@mantine/core'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useIsOn } from '#core/client/session.ts'
import { hasLoaded, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { sharingFlag } from '../../flagsContract.ts'
import s from './Invitations.module.css'

type Props = { pending: readonly Target[]; isLoading: boolean }

/** Lists pending invitations, without the due date, which only the owner sees. */
export const Invitations = memo(function Invitations({ pending, isLoading }: Props) {
  const shown = useShown(pending, isLoading)
  // Renders a hidden element when there is none, because an empty container would still reserve an invitation's space.
  return shown.length > 0 ? <List pending={shown} /> : <i hidden />
})

/**
 * A line that appears would move the tiles while someone reads or clicks them. So a message announces an invitation that
 * arrives, and its line appears on request, or when the person comes back to the list.
 */
function useShown(pending: readonly Target[], isLoading: boolean): readonly Target[] {
  const isLoaded = useSyncStatus(hasLoaded)
  const [known, setKnown] = useState<readonly string[] | null>(null)
  const latest = useRef(pending)
  latest.current = pending
  const showAll = useCallback(() => setKnown(idsOf(latest.current)), [])
  // A new device gets its invitations with the first tiles.
  if (isLoaded && !isLoading && known === null) setKnown(idsOf(pending))
  const isKnown = ({ id }: Target) => known?.includes(id) ?? true
  const arrived = pending.find((one) => !isKnown(one))
  useEffect(() => {
    if (!arrived) return
    return toast({
      message: `${fullNameOf(inviterOf(arrived))} invites you to pursue ${shortNameOf(arrived)}`,
      about: arrived.id,
      stays: true,
      act: {
        label: 'Show',
        run() {
          showAll()
          scrollTo(0, 0)
        },
      },
    })
  }, [arrived, showAll])
  useEffect(() => {
    const look = () => document.visibilityState === 'hidden' && showAll()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      showAll()
    }
  }, [showAll])
  return pending.filter(isKnown)
}

const idsOf = (targets: readonly Target[]) => targets.map(({ id }) => id)

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
