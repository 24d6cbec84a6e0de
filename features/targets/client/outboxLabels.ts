import type { OutboxLabels } from '#core/client/feature.ts'
import { dayInSentence } from '#core/contract/dates.ts'
import { formatAmount, INTANGIBLE } from '#core/contract/money.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import { type AddContactLocal, knownOf } from '../contacts/actions.ts'
import { type PlainName, plainFields, type Target, typeLabel, wordsNames } from '../contract.ts'
import type { CreateInput, EditInput } from '../forms/contract.ts'
import { targetDisplayName } from './labels.ts'

/** Lists field names: 'the company, value, and objective'. */
export function listFields(names: readonly string[]): string {
  const said = names.filter((name): name is PlainName => name in plainFields).map(typeLabel)
  if (said.length === 0) return 'details'
  return `the ${new Intl.ListFormat('en-US').format(said)}`
}

/** Describes an action in a sentence. `today` is the firm's day ('YYYY-MM-DD') for relative dates. */
export function outboxSentence({ action, input, row, at }: Outgoing, today: string = at.slice(0, 10)): string {
  const name = targetDisplayName(row as Target | null)
  const given = (input ?? {}) as Record<string, unknown>
  switch (action) {
    case 'createTarget': {
      const { company = '', contact = '', tasks } = input as CreateInput
      const due = tasks[0]?.due
      return `Create ${targetDisplayName({ company, contact })}${due ? `, with a first step due ${dayInSentence(due, today)}` : ''}.`
    }
    case 'editTarget': {
      const { id: _, due, note, base: __, ...fields } = input as EditInput & { id: string }
      const names = Object.keys(fields)
      if (names.length > 0) return `Change ${listFields(names)} of ${name}.`
      if (due !== undefined) return `Snooze ${name} until ${dayInSentence(due, today)}.`
      return note === undefined ? `Change ${name}.` : `Change the note on ${name}.`
    }
    case 'moveTarget':
      return given.stage === null ? `Take ${name} out of its stage.` : `Move ${name} to ${given.name}.`
    case 'completeTarget': {
      const revenue = given.revenue as number
      return revenue === INTANGIBLE
        ? `Complete ${name} with intangible value.`
        : `Complete ${name} with ${formatAmount(revenue)} won revenue.`
    }
    case 'loseTarget':
      return `Move ${name} to Lost${given.lost_reason ? `. Reason: ${given.lost_reason}` : ''}.`
    case 'archiveTarget':
      return `Move ${name} to On Hold.`
    case 'trashTarget':
      return `Move ${name} to Recently Deleted.`
    case 'pursueTarget':
      return `Pursue ${name} again.`
    case 'destroyTarget':
      return `Permanently delete ${name}.`
    case 'emptyTrash':
      return 'Permanently delete all Targets in Recently Deleted.'
    case 'takeStep':
      return `Take the next step on ${name}: “${given.description}”, due ${dayInSentence(given.due as string, today)}.`
    case 'noteStep':
      return `Log the step “${given.description}” on ${name} as done.`
    case 'writeNote':
      return `Change the note on ${name}.`
    case 'shareTarget':
      return `Share ${name} with ${given.first_name} ${given.last_name}.`
    case 'acceptShare':
      return `Accept the invitation to ${name}.`
    case 'rejectShare':
      return `Decline the invitation to ${name}.`
    case 'revokeShare':
      return `Stop sharing ${name}.`
    case 'handOverTarget':
      return `Hand over ${name} to ${given.first_name} ${given.last_name}.`
    case 'addContact':
      return `Add ${contactIn(given)} to ${name}.`
    case 'changeContact':
      return given.first
        ? `Make ${given.name} the first contact of ${name}.`
        : `Change the role of ${given.name} on ${name}.`
    case 'removeContact':
      return `Remove ${given.name} from ${name}.`
    case 'remindMe':
      return given.at === null ? `Remove the reminder for ${name}.` : `Remind me of ${name}.`
    case 'undoChange':
      return `Undo the last change to ${name}.`
    default:
      return `Change ${name}.`
  }
}

const contactIn = (given: Record<string, unknown>): string => {
  const { contact, known } = given as AddContactLocal
  return (known ?? knownOf(contact)).name
}

/** Returns the text that the person typed, to copy it from a refused action, or null for none. */
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
    case 'noteStep':
      return texts(given.description, given.help)
    case 'addContact':
      return texts(...Object.values((given as AddContactLocal).contact ?? {}).flat())
    case 'writeNote':
      return texts(given.note)
    default:
      return null
  }
}

export const outboxLabels: OutboxLabels = {
  sentenceOf: outboxSentence,
  typedIn,
  copyLabelOf: ({ action }) => (action === 'writeNote' ? 'Copy your note' : undefined),
}
