// Who is told what of a change of a target. Pure: the table behind the inbox.
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

/** More than one person has, or had, a part in it. */
export const isAmongPeople = ({ before, after }: Pick<TargetChange, 'before' | 'after'>): boolean =>
  [before, after].some((target) => target !== null && target.collaborators.length > 0)

/** Whose groups' managers hear of an invitation, and in which words. */
export type NewsOffer = Omit<News, 'userId'> & { invitedId: string; not: string[] }

/** A company may end with a stop of its own: 'Acme, Inc.' */
const sentence = (text: string) => text.replace(/\.\.$/, '.')
const targetName = ({ company, contact }: Target) => company || contact || 'a Target'

/**
 * The sentences for what a collaborator did, in the order of weight: of several events of one action the first that has a sentence is told.
 * Setting the placeholder has none, because it is no step.
 */
const sentences: [AnyEventKind<Target>, (event: DomainEvent, target: string) => string | null][] = [
  [targetWon, (_, target) => `won ${target}.`],
  [targetLost, (_, target) => `moved ${target} to Lost.`],
  [targetHeld, (_, target) => `placed ${target} on hold.`],
  [targetTrashed, (_, target) => `moved ${target} to Recently Deleted.`],
  [targetPursued, (_, target) => `pursued ${target} again.`],
  [stepDone, ({ data }, target) => `completed the step “${data?.description ?? ''}” on ${target}.`],
  // This comes after stepDone, because a step that was done says more than the one that follows it.
  [
    stepTaken,
    ({ data }, target) => {
      const description = String(data?.description ?? '')
      return isPlaceholder({ description }) ? null : `set the step ‘${description}’ on ${target}.`
    },
  ],
  [noteWritten, (_, target) => `wrote a note on ${target}.`],
]

/** What inboxes hear of. */
export const notifiableEvents: AnyEventKind<Target>[] = [
  ...sentences.map(([kind]) => kind),
  targetShared,
  shareAccepted,
  shareRejected,
  shareRevoked,
  targetHandedOver,
  changeUndone,
]

/** What is told to the people on the target. Never to who did it, nor in whose name it was done. */
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

/** Invitations that the managers of the invited person's groups hear of, but for those in `not`. */
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

/** Invitations that are no longer open: whose, and how they ended. */
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

/** Actions that were taken back: what they told was never news. */
export const undoneStep = ({ events }: TargetChange): string[] =>
  events.filter(changeUndone.is).map(({ data }) => data.key)
