// The texts that the specification fixes, and the sentences in which the outbox tells what waits.
import { sayDay } from '#core/contract/dates.ts'
import { formatAmount, INTANGIBLE } from '#core/contract/money.ts'
import type { Outgoing } from '#core/sync/client/engine.ts'
import { type PlainName, plainFields, type Target, wordOf, wordsNames } from '../contract.ts'
import type { CreateInput, EditInput } from '../entering/contract.ts'

export const words = {
  create: 'Create Target',
  cancel: 'Cancel',
  save: 'Save Changes',
  newTarget: 'New Target',
  unsaved: 'You have made changes to this Target. Do you want to save them first?',
  dropChanges: 'No, Cancel Changes',
  keepChanges: 'Yes, Finish & Save',
  amountMissing: 'Please enter a $ amount.',
  intangible: 'Intangible Value',
  nextStep: 'Done? Take the Next Step',
  takeStep: 'Take A Step',
  chooseStep: 'This Target has been re-activated. Choose a new Step.',
  pursue: 'Pursue this Target',
  notFound: 'No target found',
  notFoundPage: 'No target found with the specific id.',
  yourNote: 'Your Note',
  noteHint: 'A few things to remember the next time you reconnect.',
  collaboratorNotes: 'COLLABORATOR NOTES',
  collaboratorHint: 'Notes made by collaborating colleagues will appear below.',
  collaborating: 'Currently Collaborating',
  initiated: 'This User initiated this Target.',
  collaborates: 'This User is collaborating on this Target.',
  emptyTrash: 'Delete targets now',
  notKept: 'This could not be kept on this device. Free some space and do it again.',
  offline: 'There is no internet connection.',
} as const

/** 'Acme, Jane Doe': company and contact, whichever there are. */
export const nameOf = (target: Pick<Target, 'company' | 'contact'> | null | undefined): string =>
  (target && [target.company, target.contact].filter(Boolean).join(', ')) || 'this Target'

/** The company, or the contact where there is none. */
export const shortNameOf = (target: Pick<Target, 'company' | 'contact'> | null | undefined): string =>
  target?.company || target?.contact || 'this Target'

export const initialsOf = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase() || '?'

/** A date inside a sentence: 'tomorrow', 'next Tuesday', 'Friday', 'Nov 30'. */
export const dayInSentence = (day: string, today: string): string =>
  sayDay(day, today).replace(/^(Today|Tomorrow|Yesterday|Next)\b/, (word) => word.toLowerCase())

/** 'the company, value and objective', of field names. */
export function listFields(names: readonly string[]): string {
  const said = names.filter((name): name is PlainName => name in plainFields).map(wordOf)
  if (said.length === 0) return 'details'
  return said.length === 1 ? `the ${said[0]}` : `the ${said.slice(0, -1).join(', ')} and ${said.at(-1)}`
}

/** What a queued or refused action is about, as a sentence. `today` ('YYYY-MM-DD', the firm's) is what its dates are told from. */
export function sentenceOf({ action, input, row, at }: Outgoing, today: string = at.slice(0, 10)): string {
  const name = nameOf(row as Target | null)
  const given = (input ?? {}) as Record<string, unknown>
  switch (action) {
    case 'createTarget': {
      const { company = '', contact = '', tasks } = input as CreateInput
      const due = tasks[0]?.due
      return `Create ${nameOf({ company, contact })}${due ? `, with a first step due ${dayInSentence(due, today)}` : ''}.`
    }
    case 'editTarget': {
      const { id: _, due, note, ...fields } = input as EditInput & { id: string }
      const names = Object.keys(fields)
      if (names.length > 0) return `Change ${listFields(names)} of ${name}.`
      if (due !== undefined) return `Snooze ${name} until ${dayInSentence(due, today)}.`
      return note === undefined ? `Change ${name}.` : `Change the note on ${name}.`
    }
    case 'completeTarget': {
      const revenue = given.revenue as number
      return revenue === INTANGIBLE
        ? `Complete ${name}, with intangible value.`
        : `Complete ${name}, with ${formatAmount(revenue)} won revenue.`
    }
    case 'loseTarget':
      return `Move ${name} to Lost${given.lost_reason ? `, because of ‘${given.lost_reason}’` : ''}.`
    case 'archiveTarget':
      return `Move ${name} to On Hold.`
    case 'trashTarget':
      return `Move ${name} to Recently Deleted.`
    case 'pursueTarget':
      return `Pursue ${name} again.`
    case 'destroyTarget':
      return `Delete ${name} for good.`
    case 'emptyTrash':
      return 'Delete all Targets in Recently Deleted for good.'
    case 'takeStep':
      return `Take the next step on ${name}: ‘${given.description}’, due ${dayInSentence(given.due as string, today)}.`
    case 'writeNote':
      return `Change the note on ${name}.`
    case 'shareTarget':
      return `Share ${name} with ${given.first_name} ${given.last_name}.`
    case 'acceptShare':
      return `Accept the invitation to ${name}.`
    case 'rejectShare':
      return `Decline the invitation to ${name}.`
    case 'revokeShare':
      return `End a share of ${name}.`
    case 'handOverTarget':
      return `Hand over ${name} to ${given.first_name} ${given.last_name}.`
    case 'remindMe':
      return given.at === null ? `No longer remind me of ${name}.` : `Remind me of ${name}.`
    case 'undoChange':
      return `Take back the last change to ${name}.`
    default:
      return `Change ${name}.`
  }
}

/** The words that the person typed, to copy them from a refused action; null where nothing was typed. */
export function typedIn({ action, input }: Outgoing): string | null {
  const given = (input ?? {}) as Record<string, unknown>
  const texts = (...values: unknown[]) =>
    values.filter((value) => typeof value === 'string' && value !== '').join('\n') || null
  switch (action) {
    case 'createTarget': {
      const { tasks } = input as CreateInput
      return texts(...wordsNames.map((name) => given[name]), tasks[0]?.description, tasks[0]?.help, given.note)
    }
    case 'editTarget':
      return texts(...wordsNames.map((name) => given[name]), given.note)
    case 'loseTarget':
      return texts(given.lost_reason)
    case 'takeStep':
      return texts(given.description, given.help)
    case 'writeNote':
      return texts(given.note)
    default:
      return null
  }
}
