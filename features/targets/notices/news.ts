// Notifications for a change to a target. Pure. Implements the table behind the inbox.
import { fullNameOf } from '#core/contract/names.ts'
import type { News } from '#core/contract/notice.ts'
import type { AnyEventKind, Context, DomainEvent } from '#core/sync/protocol.ts'
import { type Collaborator, isPlaceholder, type Target } from '../contract.ts'
import {
  changeUndone,
  noteWritten,
  shareAccepted,
  shareRejected,
  shareRevoked,
  stepDone,
  stepTaken,
  targetHandedOver,
  targetHeld,
  targetLost,
  targetPursued,
  targetShared,
  targetTrashed,
  targetWon,
} from '../eventsContract.ts'
import { invitation, invitationInGroup, sharedUpdate } from './contract.ts'

export type TargetChange = { before: Target | null; after: Target | null; events: DomainEvent[]; context: Context }

/** Returns whether more than one person has or had access to the target. */
export const isAmongPeople = ({ before, after }: Pick<TargetChange, 'before' | 'after'>): boolean =>
  [before, after].some((target) => target !== null && target.collaborators.length > 0)

/** An invitation notice for the managers of a person's groups. */
export type NewsOffer = Omit<News, 'userId'> & { invitedId: string; not: string[] }

/** A company name can end with its own period: 'Acme, Inc.' */
const sentence = (text: string) => text.replace(/\.\.$/, '.')
const targetName = ({ company, contact }: Target) => company || contact || 'a Target'

/**
 * By importance: of one action's events, the first with a sentence is used. The placeholder isn't a step and has none.
 */
const sentences: [AnyEventKind<Target>, (event: DomainEvent, target: string) => string | null][] = [
  [targetWon, (_, target) => `won ${target}.`],
  [targetLost, (_, target) => `moved ${target} to Lost.`],
  [targetHeld, (_, target) => `placed ${target} on hold.`],
  [targetTrashed, (_, target) => `moved ${target} to Recently Deleted.`],
  [targetPursued, (_, target) => `pursued ${target} again.`],
  [stepDone, ({ data }, target) => `completed the step “${data?.description ?? ''}” on ${target}.`],
  // This follows stepDone, because a done step is more important than the next one.
  [
    stepTaken,
    ({ data }, target) => {
      const description = String(data?.description ?? '')
      return isPlaceholder({ description }) ? null : `set the step “${description}” on ${target}.`
    },
  ],
  [noteWritten, (_, target) => `wrote a note on ${target}.`],
]

/** Events that create inbox notifications. */
export const notifiableEvents: AnyEventKind<Target>[] = [
  ...sentences.map(([kind]) => kind),
  targetShared,
  shareAccepted,
  shareRejected,
  shareRevoked,
  targetHandedOver,
  changeUndone,
]

/** Returns notifications for the people on the target, except the person who acted and the person they acted for. */
export function notificationsFor({ before, after, events, context }: TargetChange): News[] {
  if (!after || !before) return []
  const doer = context.by ?? context.actor
  const told = { subjectId: after.id, actorId: doer.id, key: context.key, path: `/target/${after.id}`, details: [] }
  const isOther = ({ user_id }: Collaborator) => user_id !== doer.id && user_id !== context.actor.id
  const others = after.collaborators.filter((one) => one.response === 'accepted' && isOther(one))
  const name = targetName(after)
  const update = (userId: string, what: string): News => ({
    ...told,
    userId,
    notice: sharedUpdate,
    occasion: `update:${context.key}:${after.id}`,
    text: sentence(`${fullNameOf(doer)} ${what}`),
  })

  const [said] = sentences.flatMap(([kind, say]) => events.filter(kind.is).flatMap((event) => say(event, name) ?? []))
  const news = said ? others.map(({ user_id }) => update(user_id, said)) : []

  for (const event of events) {
    const person = after.collaborators.find(({ user_id }) => user_id === event.data?.user_id)
    if (!person) continue
    if (targetShared.is(event) && isOther(person))
      news.push({
        ...told,
        userId: person.user_id,
        notice: invitation,
        occasion: `share:${person.share_id}`,
        text: sentence(`${fullNameOf(doer)} invited you to pursue ${name}.`),
        details: after.goal ? [`Objective: ${after.goal}`] : [],
      })
    const asked = others.find(({ user_id }) => user_id === person.from_id)
    if (shareAccepted.is(event) && asked) news.push(update(asked.user_id, `accepted your invitation to ${name}.`))
    if (shareRejected.is(event) && asked) news.push(update(asked.user_id, `declined your invitation to ${name}.`))
    if (targetHandedOver.is(event) && isOther(person)) news.push(update(person.user_id, `handed ${name} over to you.`))
  }
  return news
}

/** Excludes people in `not`. */
export function offersOf({ after, events, context }: TargetChange): NewsOffer[] {
  if (!after) return []
  const doer = context.by ?? context.actor
  return events.filter(targetShared.is).flatMap(({ data }) => {
    const person = after.collaborators.find(({ user_id }) => user_id === data.user_id)
    if (!person) return []
    return {
      notice: invitationInGroup,
      occasion: `group:${person.share_id}`,
      text: sentence(`${fullNameOf(doer)} invited ${fullNameOf(person)} to pursue ${targetName(after)}.`),
      details: [],
      path: `/viewer/pipeline/people/${person.user_id}/target/${after.id}`,
      subjectId: after.id,
      actorId: doer.id,
      key: context.key,
      invitedId: person.user_id,
      not: [doer.id, context.actor.id, person.user_id],
    }
  })
}

/** Returns closed invitations: the invited person and the outcome. */
export function newsAnswers({ after, before, events }: TargetChange) {
  const subjectId = (after ?? before)!.id
  const answers = [
    [shareAccepted, 'accepted'],
    [shareRejected, 'rejected'],
    [shareRevoked, 'revoked'],
  ] as const
  return answers.flatMap(([kind, answered]) =>
    events.filter(kind.is).map(({ data }) => ({ subjectId, userId: data.user_id, answered })),
  )
}

/** Returns undone actions, whose notifications are retracted. */
export const undoneStep = ({ events }: TargetChange): string[] =>
  events.filter(changeUndone.is).map(({ data }) => data.key)
