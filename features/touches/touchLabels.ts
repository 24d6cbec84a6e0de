// Says what a touch was, in a sentence. Pure.
import type { Touch, TouchDirection, TouchKind } from './contract.ts'

export const touchKindLabels: Record<TouchKind, string> = {
  call: 'Call',
  meeting: 'Meeting',
  email: 'Email',
  other: 'Other',
}
/** Inside a sentence, with an article. */
export const kindNouns: Record<TouchKind, string> = {
  call: 'a call',
  meeting: 'a meeting',
  email: 'an email',
  other: 'a touch',
}

const verbs: Record<TouchKind, Record<TouchDirection, string>> = {
  call: { out: 'called', in: 'got a call from', both: 'spoke with' },
  meeting: { out: 'met', in: 'met', both: 'met' },
  email: { out: 'emailed', in: 'got an email from', both: 'exchanged emails with' },
  other: { out: 'got in touch with', in: 'heard from', both: 'got in touch with' },
}

/** Follows a name: 'called Anjali Rao and Tom Hale'. */
export function touchPredicate({ kind, direction, contacts }: Pick<Touch, 'kind' | 'direction' | 'contacts'>): string {
  if (contacts.length === 0) return `logged ${kindNouns[kind]}`
  return `${verbs[kind][direction]} ${joined(contacts.map(({ name }) => name))}`
}

/** 'Call with Anjali Rao'. */
export function sayingOf({ kind, contacts }: Pick<Touch, 'kind' | 'contacts'>): string {
  const what = kind === 'other' ? 'Touch' : touchKindLabels[kind]
  return contacts.length === 0 ? what : `${what} with ${joined(contacts.map(({ name }) => name))}`
}

/** 'Anjali Rao, Tom Hale, and Mira Lund'. */
export function joined(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

export const touchOwner = ({ people }: Pick<Touch, 'people'>): string => people[0]?.name || 'A colleague'
/** Direction that most touches of this kind have. */
export const usualDirection: Record<TouchKind, TouchDirection> = {
  call: 'out',
  email: 'out',
  meeting: 'both',
  other: 'both',
}
