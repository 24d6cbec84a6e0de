// The state machine of a digest, which the server enforces and the screens reflect.
import { Refusal } from '#core/contract/errors.ts'

export const statuses = ['draft', 'scheduled', 'sending', 'sent', 'paused', 'cancelled'] as const
export type DigestStatus = (typeof statuses)[number]
export const digestStatusLabels: Record<DigestStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  paused: 'Paused',
  cancelled: 'Canceled',
}

/** Only the server uses `take` and `finish`, which begin and end a run. */
export const verbs = ['schedule', 'edit', 'pause', 'resume', 'cancel', 'sendNow', 'take', 'finish', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** Facts in addition to the status that decide a transition. */
export type DigestState = {
  /** A future run exists. */
  hasNext: boolean
}

const refused: Record<DigestStatus, string> = {
  draft: 'This digest is a draft.',
  scheduled: 'This digest is scheduled.',
  sending: 'This digest is being sent. Wait until it’s done.',
  sent: 'This digest was sent.',
  paused: 'This digest is paused.',
  cancelled: 'This digest was canceled.',
}

/** Returns the status after the verb; null means deleted. Throws a Refusal (409) with a message. */
export function nextState(
  status: DigestStatus,
  verb: Verb,
  { hasNext }: DigestState = { hasNext: true },
): DigestStatus | null {
  const isOpen = status === 'draft' || status === 'scheduled' || status === 'paused'
  const to = (next: DigestStatus | null, isAllowed: boolean) => {
    if (!isAllowed) throw new Refusal('not_now', refused[status], 409)
    return next
  }
  switch (verb) {
    case 'schedule':
      return to('scheduled', isOpen)
    case 'edit':
      return to(status, isOpen)
    case 'pause':
      return to('paused', status === 'scheduled')
    case 'resume':
      if (status === 'paused' && !hasNext)
        throw new Refusal('too_late', 'The scheduled time has passed. Choose another one.', 409)
      return to('scheduled', status === 'paused')
    case 'cancel':
      return to('cancelled', status === 'scheduled' || status === 'paused')
    case 'sendNow':
      return to('sending', isOpen)
    case 'take':
      return to('sending', status === 'scheduled')
    case 'finish':
      return to(hasNext ? 'scheduled' : 'sent', status === 'sending')
    case 'delete':
      return to(null, status !== 'sending')
  }
}

/** Returns whether a verb is allowed. */
export function may(status: DigestStatus, verb: Verb, facts?: DigestState): boolean {
  try {
    nextState(status, verb, facts)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
