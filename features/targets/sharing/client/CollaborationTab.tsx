import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Avatar.layer.css'
import { Avatar, Button } from '@mantine/core'
import { useIsOn, useSession } from '#core/client/session.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Collaborator, Target } from '../../contract.ts'
import s from '../../detail/client/TargetDetail.module.css'
import { overlapsFlag, sharingFlag } from '../../flagsContract.ts'
import { OverlapRows } from '../../overlaps/client/OverlapRows.tsx'
import { overlapLine } from '../../overlaps/client/overlapLabels.ts'
import { canRevoke, isListed } from '../actions.ts'
import t from './CollaborationTab.module.css'
import { revokeWord } from './sharingLabels.ts'

/**
 * Returns the collaborators, latest share first, or none if there is only one person. Source: the specification,
 * section 4, 'Sharing'.
 */
export function collaboratorsOf({ collaborators }: Pick<Target, 'collaborators'>): Collaborator[] {
  const listed = collaborators.filter(isListed)
  if (listed.length < 2) return []
  // A share's ID is a number or a time-ordered ID. The longer or later one is larger.
  const later = (a: string, b: string) => b.length - a.length || (a < b ? 1 : a > b ? -1 : 0)
  return listed.sort((a, b) => later(a.share_id, b.share_id))
}

export function CollaborationTab({ target }: { target: Target }) {
  const session = useSession()
  const hasSharing = useIsOn(sharingFlag)
  const hasOverlaps = useIsOn(overlapsFlag)
  const role = session?.user.role
  return (
    <>
      <Acts target={target} hasSharing={hasSharing} isAdmin={role === 'admin'} />
      {hasSharing && <Collaborating target={target} />}
      {hasOverlaps && <Overlaps target={target} hasSharing={hasSharing} />}
    </>
  )
}

type ActsProps = { target: Target; hasSharing: boolean; isAdmin: boolean }

/** On another person's pipeline only a firm admin can hand over. */
function Acts({ target, hasSharing, isAdmin }: ActsProps) {
  const { proxyFor } = useTargetPlace()
  const isOwner = target.owner_id === target.user_id
  const canShare = hasSharing && !target.private && target.status !== 'deleted'
  return (
    <div className={`flex wrap gap8 orNone ${t.acts}`}>
      {canShare && (
        <Button leftSection={<Icon name="user-plus" />} onClick={() => targetDialogs.share(target.id)}>
          Share with a colleague
        </Button>
      )}
      {isOwner && (!proxyFor || isAdmin) && target.status !== 'deleted' && (
        <Button
          variant="default"
          leftSection={<Icon name="arrow-forward-up" />}
          onClick={() => targetDialogs.handOver([target.id])}
        >
          Hand over
        </Button>
      )}
    </div>
  )
}

function Collaborating({ target }: { target: Target }) {
  const people = collaboratorsOf(target)
  return (
    <section aria-labelledby="collaborating">
      <h2 className={`title ${s.h}`} id="collaborating">
        {targetLabels.collaborating}
      </h2>
      {people.length === 0 && (
        <p className={`cap ${s.hint}`}>
          {target.private ? 'This Target is private: only you can see it.' : 'No one else is working on this Target.'}
        </p>
      )}
      <ul className={s.notes}>
        {people.map((one) => (
          <Person key={one.user_id} target={target} one={one} />
        ))}
      </ul>
    </section>
  )
}

function Person({ target, one }: { target: Target; one: Collaborator }) {
  const name = fullNameOf(one)
  const verb = revokeWord(target, one)
  return (
    <li>
      <Avatar size={32} color="teal" aria-hidden>
        {initialsOf(one)}
      </Avatar>
      <div className={t.who}>
        <p>
          {name}
          {one.response === 'pending' && <span className={`accent size12 ${t.pending}`}>Invited</span>}
        </p>
        <p className="cap">{one.role === 'collaborator' ? targetLabels.collaborates : targetLabels.initiated}</p>
      </div>
      {canRevoke(target, one) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={verb === 'Withdraw' ? verb : `${verb}: ${name}`}
          onClick={() => targetDialogs.revoke(target.id, one.user_id)}
        >
          {verb}
        </Button>
      )}
    </li>
  )
}

function Overlaps({ target, hasSharing }: { target: Target; hasSharing: boolean }) {
  const { overlaps, status } = target
  const { proxyFor } = useTargetPlace()
  const isOpen = status === 'active' || status === 'archived'
  const canAnswer = target.owner_id === target.user_id && !target.private && !proxyFor && isOpen
  const listed = canAnswer ? overlaps.filter(({ asks }) => asks) : overlaps
  return (
    <section aria-labelledby="overlaps" className={t.overlaps}>
      <h2 className={`title ${s.h}`} id="overlaps">
        Potential Overlaps
      </h2>
      {overlaps.length === 0 && <p className={`cap ${s.hint}`}>No one else is pursuing this company or contact.</p>}
      <ul className={s.notes}>
        {listed.map((one) => (
          <li key={`${one.target} ${one.asks ?? ''} ${one.from ?? ''}`}>
            <OverlapIcon />
            <div className={t.who}>
              <p>{overlapLine(one)}</p>
              {one.target !== '' && <p className="cap">{one.target}</p>}
            </div>
            {one.asks && one.from && (
              <AskAnswers
                target={target}
                name={one.members[0] ?? ''}
                userId={one.from}
                canInvite={hasSharing && !target.private}
              />
            )}
          </li>
        ))}
        {canAnswer && overlaps.length > listed.length && <OverlapRows target={target} className={t.who} />}
      </ul>
    </section>
  )
}

type AskProps = { target: Target; name: string; userId: string; canInvite: boolean }

/** Lets the owner invite a person who asked, or dismiss the request without notifying them. */
function AskAnswers({ target, name, userId, canInvite }: AskProps) {
  const actions = useTargetActions()
  const [first_name = '', ...rest] = name.split(' ')
  const person = { id: userId, first_name, last_name: rest.join(' '), fullname: name }
  return (
    <div className="row wrap gap8">
      {canInvite && (
        <Button size="compact-sm" aria-label={`Invite: ${name}`} onClick={() => actions.share(target.id, person)}>
          Invite
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Dismiss: ${name}`}
        onClick={() => actions.dismissAsk(target.id, userId)}
      >
        Dismiss
      </Button>
    </div>
  )
}
