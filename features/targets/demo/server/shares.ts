// Targets that two colleagues share, and one pending invitation.
import { addDays, daysBetween } from '#core/contract/dates.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Action, Actor } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import type { Target } from '../../contract.ts'
import { writeNote } from '../../notes/actions.ts'
import { targetStore } from '../../server/store.ts'
import { acceptShare, shareTarget } from '../../sharing/actions.ts'
import { setStep } from '../../steps/actions.ts'
import type { StoryContext } from './story.ts'

/** `note` is by the colleague who accepted. Without one the invitation is pending. */
export type DemoShare = { target: Target; from: Actor; to: Actor; note?: string | undefined }

/** Picks targets that no one has touched recently, so that sharing is their latest event. */
export const shareable = (targets: Target[], count: number, { calendar }: Pick<StoryContext, 'calendar'>): Target[] =>
  targets
    .filter(({ status, phase, company, modified, ...target }) => {
      const isInHand = status === 'active' && phase === 'pursuing' && company !== '' && !target.private
      return isInHand && daysBetween(modified.slice(0, 10), calendar.lastWorkday) > 12
    })
    .slice(0, count)

/** Requires the firm to be set on `tx`. */
export async function shareWith(
  tx: Tx,
  { target, from, to, note }: DemoShare,
  { calendar, random, zone }: StoryContext,
): Promise<void> {
  const dayBefore = (days: number) => calendar.workdayUpTo(addDays(calendar.lastWorkday, -days))
  const does = <I>(actor: Actor, day: string, action: Action<I, Target>, input: I) =>
    act(tx, targetStore, action, input, {
      actor,
      now: calendar.during(day, random),
      zone,
      key: crypto.randomUUID(),
      newId,
    })
  const { id: user_id, first_name, last_name } = to
  await does(from, dayBefore(note ? 9 : 1), shareTarget, { id: target.id, user_id, first_name, last_name })
  if (!note) return

  await does(to, dayBefore(8), acceptShare, { id: target.id })
  const first = target.contact.split(' ')[0]!
  await does(to, dayBefore(5), writeNote, { id: target.id, note: note.replaceAll('{first}', first) })
  await does(to, dayBefore(3), setStep, {
    id: target.id,
    description: `Introduce ${first} to our practice group leader`,
    due: calendar.workdayFrom(addDays(calendar.today, random.int(3, 14))),
    help: '',
  })
}
