// What a digest may become: one function, which the server decides by and the screens show.
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

/** `take` and `finish` are the server's own: a run begins, a run is over. */
export const verbs = ['schedule', 'edit', 'pause', 'resume', 'cancel', 'sendNow', 'take', 'finish', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** What is known of a digest besides its status when it is asked. */
export type DigestState = {
  /** There is a time at which it goes, or goes again. */
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

/** What it is afterwards; null: gone. Throws a Refusal (409) with a sentence. */
export function nextState(status: DigestStatus, verb: Verb, { hasNext }: DigestState): DigestStatus | null {
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

/** Whether a verb is on offer at all. */
export function may(status: DigestStatus, verb: Verb, facts: DigestState = { hasNext: true }): boolean {
  try {
    nextState(status, verb, facts)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
