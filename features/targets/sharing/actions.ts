// Actions between people: share, respond, end, hand over. A person who leaves a target keeps a row that says so
// (`shared` revoked or rejected).

import { z } from 'zod'
import { addDays, dayIn, stampIn } from '#core/contract/dates.ts'
import { localId } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { type Action, type Context, type Decision, defineAction, Refusal } from '#core/sync/protocol.ts'
import { onlyOwner } from '../changes.ts'
import {
  type Collaborator,
  DEFAULT_DUE_DAYS,
  DEFAULT_STEP,
  type Target,
  type TargetTile,
  targetEndpoints,
} from '../contract.ts'
import {
  askDismissed,
  shareAccepted,
  shareRejected,
  shareRevoked,
  targetHandedOver,
  targetShared,
} from '../eventsContract.ts'
import { openTask } from '../facts.ts'
import { newTask, taken } from '../steps/actions.ts'
import { routes } from './contract.ts'

/** The name is only for this device's view. The server uses its own. */
const WithPerson = z.strictObject({ id: localId, user_id: localId, first_name: z.string(), last_name: z.string() })
type WithPerson = z.infer<typeof WithPerson>
const OnTarget = z.strictObject({ id: localId })
const OfPerson = z.strictObject({ id: localId, user_id: localId })
type OfPerson = z.infer<typeof OfPerson>

export const alreadyShared = (name: string) => `You have already shared this target with ${name}`

/** True for people who are invited or have accepted. */
export const isListed = ({ response }: Pick<Collaborator, 'response'>) =>
  response === 'pending' || response === 'accepted'
/** True if the person no longer has a part in the target. */
export const hasLeft = ({ shared }: Pick<Target, 'shared'>) => shared === 'rejected' || shared === 'revoked'

/** The owner or a collaborator can share with anyone else in the firm. */
export const shareTarget = among<WithPerson>({
  name: 'shareTarget',
  input: WithPerson,
  decide(row, { user_id, first_name, last_name }, context) {
    if (row.shared === 'pending') throw new Refusal('not_allowed_now', 'Accept the invitation first.')
    if (row.private) throw new Refusal('not_allowed_now', 'This Target is private. Change that before you share it.')
    if (row.status === 'deleted') throw new Refusal('not_allowed_now', 'This Target is already Recently Deleted.')
    if (user_id === row.user_id)
      throw new Refusal('invalid', 'You can’t share a Target with yourself.', 400, {
        user_id: 'You can’t share a Target with yourself.',
      })
    const name = fullNameOf({ first_name, last_name })
    const team = teamOf(row, context)
    if (team.some((one) => one.user_id === user_id && isListed(one)))
      throw new Refusal('already_shared', alreadyShared(name))
    const invited: Collaborator = {
      user_id,
      share_id: context.newId(),
      from_id: context.actor.id,
      owner_id: row.owner_id,
      response: 'pending',
      responded: null,
      role: 'collaborator',
      first_name,
      last_name,
      from_first_name: context.actor.first_name,
      from_last_name: context.actor.last_name,
    }
    const collaborators = [invited, ...team.filter((one) => one.user_id !== user_id)]
    return {
      row: { ...row, collaborators, overlaps: withoutAskOf(row, user_id) },
      events: [targetShared({ user_id, name })],
    }
  },
  request: ({ id, user_id }) => ({ route: routes.share, params: { id, userId: user_id } }),
})

/** Removes a colleague's request to join or be introduced from the owner's list. */
export const dismissAsk = among<OfPerson>({
  name: 'dismissAsk',
  input: OfPerson,
  decide(row, { user_id }) {
    onlyOwner(row, 'answer a request on')
    const ask = row.overlaps.find(({ asks, from }) => asks !== undefined && from === user_id)
    if (!ask) throw new Refusal('not_found', cannotFind('request'), 404)
    const overlaps = withoutAskOf(row, user_id)
    return { row: { ...row, overlaps }, events: [askDismissed({ user_id, name: ask.members[0] })] }
  },
  request: ({ id, user_id }) => ({ route: routes.dismissAsk, params: { id, userId: user_id } }),
})

/** The invited person accepts and gets a first step. */
export const acceptShare = among<{ id: string }>({
  name: 'acceptShare',
  input: OnTarget,
  decide(row, _, context) {
    mustBeInvited(row)
    if (row.status === 'deleted') throw new Refusal('not_allowed_now', 'This Target has been removed.')
    const collaborators = answered(row, row.user_id, 'accepted', context)
    // Fields hidden from an invited person are missing here. The server's response adds them.
    const tasks = row.tasks.filter(({ due }) => due !== '')
    const next: Target = { ...row, shared: 'accepted', collaborators, tasks }
    const events = [shareAccepted({ user_id: row.user_id })]
    if (row.status !== 'active' && row.status !== 'archived') return { row: next, events }
    const due = addDays(dayIn(context.zone, context.now), DEFAULT_DUE_DAYS)
    const step = newTask(row, { description: DEFAULT_STEP, due, help: '' }, context)
    return {
      row: { ...next, tasks: [...tasks, step], due },
      events: [...events, taken(step)],
    }
  },
  request: (_, confirmed) => ({ route: routes.acceptShare, params: { id: shareIdOf(confirmed, mine) } }),
})

export const rejectShare = among<{ id: string }>({
  name: 'rejectShare',
  input: OnTarget,
  decide(row, _, context) {
    mustBeInvited(row)
    const collaborators = answered(row, row.user_id, 'rejected', context)
    return {
      row: { ...row, shared: 'rejected', collaborators },
      events: [shareRejected({ user_id: row.user_id })],
    }
  },
  request: (_, confirmed) => ({ route: routes.rejectShare, params: { id: shareIdOf(confirmed, mine) } }),
})

/**
 * 'Cancel Invitation' and 'Remove' by the person who sent the request, 'Withdraw' by the collaborator. Drops the open
 * step of the person who leaves.
 */
export const revokeShare = among<OfPerson>({
  name: 'revokeShare',
  input: OfPerson,
  decide(row, { user_id }, context) {
    const person = row.collaborators.find((one) => one.user_id === user_id && isListed(one))
    if (!person) throw new Refusal('not_found', cannotFind('invitation'), 404)
    if (user_id === row.owner_id)
      throw new Refusal('forbidden', 'The owner can’t leave a Target. Hand it over instead.', 403)
    if (!canRevoke(row, person))
      throw new Refusal('forbidden', 'Only the person who made this request can cancel it.', 403)
    const open = openTask({ tasks: row.tasks, user_id })
    const left = answered(row, user_id, 'revoked', context)
    const collaborators = askedBy(left, user_id, row.owner_id)
    const others = collaborators.some((one) => one.response === 'accepted' && one.user_id !== row.user_id)
    const isOwner = row.user_id === row.owner_id
    return {
      row: {
        ...row,
        shared: user_id === row.user_id ? 'revoked' : isOwner && !others ? 'no' : row.shared,
        collaborators,
        tasks: row.tasks.filter((task) => task.id !== open?.id),
        undo: null,
      },
      events: [
        shareRevoked({
          user_id,
          name: fullNameOf(person),
          was: person.response,
          dropped: open ? [open.description] : [],
        }),
      ],
    }
  },
  request: ({ user_id }, confirmed) => ({
    route: routes.revokeShare,
    params: { id: shareIdOf(confirmed, () => user_id) },
  }),
})

/**
 * The person who sent the request can revoke it, and a collaborator can leave. Source: the specification, section 4,
 * 'Sharing'.
 */
export const canRevoke = (row: Pick<Target, 'user_id' | 'owner_id'>, person: Collaborator): boolean =>
  person.user_id !== row.owner_id && (person.from_id === row.user_id || person.user_id === row.user_id)

/**
 * Gives the target to another owner with the open step, unless they have one. The previous owner leaves, and the
 * history stays.
 */
export const handOverTarget = among<WithPerson>({
  name: 'handOverTarget',
  input: WithPerson,
  decide(row, { user_id, first_name, last_name }, context) {
    onlyOwner(row, 'hand over')
    if (row.status === 'deleted') throw new Refusal('not_allowed_now', 'This Target is already Recently Deleted.')
    if (user_id === row.owner_id)
      throw new Refusal('invalid', 'This Target already has this owner.', 400, {
        user_id: 'This Target already has this owner.',
      })
    const name = fullNameOf({ first_name, last_name })
    const old = row.owner_id
    const team = teamOf(row, context)
    const owner: Collaborator = {
      user_id,
      share_id: '0',
      from_id: user_id,
      owner_id: user_id,
      response: 'accepted',
      responded: null,
      role: 'initiator',
      first_name,
      last_name,
      from_first_name: first_name,
      from_last_name: last_name,
    }
    const others = team
      .filter((one) => one.user_id !== user_id)
      .map(
        (one): Collaborator =>
          one.user_id === old
            ? { ...one, owner_id: user_id, response: 'revoked', role: 'collaborator' }
            : { ...one, owner_id: user_id },
      )
    const open = openTask(row)
    const hasStep = openTask({ tasks: row.tasks, user_id }) !== undefined
    const tasks = row.tasks.flatMap((task) =>
      task.id !== open?.id ? [task] : hasStep ? [] : [{ ...task, user_id, first_name, last_name }],
    )
    const collaborators = askedBy([...others, owner], old, user_id)
    return {
      row: { ...row, owner_id: user_id, owner: name, shared: 'revoked', collaborators, tasks, undo: null },
      events: [
        targetHandedOver({ user_id, name, from: row.owner, dropped: open && hasStep ? [open.description] : [] }),
      ],
    }
  },
  request: ({ id, user_id }) => ({ route: routes.handOver, params: { id }, body: { user_id } }),
})

export const sharingActions = [shareTarget, dismissAsk, acceptShare, rejectShare, revokeShare, handOverTarget]

// — parts of decisions —————————————————————————————————————————————————————————————————————————

type Change<I> = Pick<Action<I, Target>, 'name' | 'input' | 'request'> & {
  decide: (row: Target, input: I, context: Context) => Decision<Target>
}

/** Defines an action between people. A response without a target means that the person no longer has it. */
function among<I extends { id: string }>({ decide, ...given }: Change<I>): Action<I, Target> {
  return defineAction<I, Target>({
    ...given,
    collection: targetEndpoints,
    kind: 'change',
    rowId: ({ id }) => id,
    confirm: (answer) => (answer as TargetTile | undefined) ?? null,
    decide(row, input, context) {
      if (!row || hasLeft(row)) throw new Refusal('not_found', 'No target found with the specific id.', 404)
      const decided = decide(row, input, context)
      return { ...decided, row: { ...decided.row!, modified: stampIn(context.zone, context.now) } }
    },
  })
}

const withoutAskOf = ({ overlaps }: Target, userId: string) =>
  overlaps.filter(({ asks, from }) => asks === undefined || from !== userId)

function mustBeInvited(row: Target) {
  if (row.shared !== 'pending')
    throw new Refusal('not_allowed_now', 'This invitation was already answered or canceled.')
}

/** Returns everyone on the target. An unshared target lists not even its owner. */
function teamOf(row: Target, { actor }: Context): Collaborator[] {
  if (row.collaborators.some((one) => one.user_id === row.owner_id && isListed(one))) return row.collaborators
  const { id: user_id, first_name, last_name } = actor
  const owner: Collaborator = {
    user_id,
    share_id: '0',
    from_id: user_id,
    owner_id: user_id,
    response: 'accepted',
    responded: null,
    role: 'initiator',
    first_name,
    last_name,
    from_first_name: first_name,
    from_last_name: last_name,
  }
  return [...row.collaborators.filter((one) => one.user_id !== user_id), owner]
}

const answered = (row: Target, user_id: string, response: Collaborator['response'], { zone, now }: Context) =>
  row.collaborators.map((one) =>
    one.user_id === user_id && isListed(one) ? { ...one, response, responded: stampIn(zone, now) } : one,
  )

/** Requests of a person who leaves become the owner's to revoke. */
function askedBy(team: Collaborator[], leaving: string, ownerId: string): Collaborator[] {
  const owner = team.find((one) => one.user_id === ownerId && isListed(one))
  if (!owner) return team
  const from = { from_id: ownerId, from_first_name: owner.first_name, from_last_name: owner.last_name }
  return team.map((one) => (one.from_id === leaving && one.user_id !== leaving ? { ...one, ...from } : one))
}

const mine = (row: Target) => row.user_id
/** ID of no share. The server responds with not found. */
const NO_SHARE = '00000000-0000-0000-0000-000000000000'
/**
 * Returns the server's share ID from the last confirmed row, because a share created on this device has one by then.
 */
function shareIdOf(confirmed: Target | null, whose: (row: Target) => string): string {
  const share = confirmed?.collaborators.find((one) => one.user_id === whose(confirmed))
  return share?.share_id ?? NO_SHARE
}
