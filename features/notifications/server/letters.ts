// The words of mails and pushes. Plain text: whoever makes them into a page escapes them.
import { formatDay } from '#core/contract/dates.ts'
import type { Letter, Push } from '#core/server/outgoing/outgoing.ts'
import { type Kind, kindNames } from '../contract.ts'
import type { Told } from './tell.ts'

const INBOX = '/notifications'
/** A longer bundle is read in the app. */
const MOST_LINES = 20

/** What several lines of a kind are called together. */
const several: Record<Kind, (count: number) => string> = {
  weekly_alerts: (count) => `${count} weekly alerts`,
  daily_nudges: (count) => `${count} daily nudges`,
  personal_collaboration_requests: (count) => `${count} invitations to collaborate`,
  group_collaboration_requests: (count) => `${count} invitations in your groups`,
  shared_target_updates: (count) => `${count} updates of Targets you share`,
  reminders: (count) => `${count} reminders`,
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')
/** A subject is one line that a mail program shows whole. */
const subjectOf = (sentence: string) => {
  const one = withoutStop(sentence.replace(/\s+/g, ' '))
  return one.length <= 120 ? one : `${one.slice(0, 119)}…`
}

const buttons: Partial<Record<Kind, string>> = {
  personal_collaboration_requests: 'Answer the invitation',
  weekly_alerts: 'Open my Targets',
  daily_nudges: 'Open my Targets',
}

/** `today`: the firm's day, told in a bundle. */
export function letterOf(lines: Told[], today: string): Letter {
  const [{ kind, text, details, path }] = lines as [Told]
  const small =
    kind === 'reminders'
      ? ['You asked Pursuit for this reminder.']
      : [`You get this mail because ‘${kindNames[kind]}’ by e-mail is on in your account.`]
  if (lines.length === 1)
    return {
      subject: subjectOf(text),
      heading: withoutStop(text),
      lines: details,
      button: { label: buttons[kind] ?? 'Open the Target', path },
      small,
    }
  const title = several[kind](lines.length)
  const more = lines.length - MOST_LINES
  return {
    subject: title,
    heading: `${title}, ${formatDay(today)}`,
    lines: [...lines.slice(0, MOST_LINES).map((line) => line.text), ...(more > 0 ? [`… and ${more} more.`] : [])],
    button: { label: 'Open my notifications', path: INBOX },
    small,
  }
}

export function pushOf(lines: Told[]): Push {
  const [{ id, kind, text, details, path }] = lines as [Told]
  if (lines.length > 1)
    return { title: several[kind](lines.length), body: lines[0]!.text, path: INBOX, tag: `bundle:${id}` }
  return { title: kindTitles[kind], body: [text, ...details].join('\n'), path, tag: id }
}

const kindTitles: Record<Kind, string> = {
  weekly_alerts: 'Your week',
  daily_nudges: 'Your day',
  personal_collaboration_requests: 'Invitation',
  group_collaboration_requests: 'Invitation in your group',
  shared_target_updates: 'Shared Target',
  reminders: 'Reminder',
}
