import type { Overlap } from '../../contract.ts'
import type { OverlapAnswer } from '../contract.ts'

const listOf = (names: string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Returns one line of the list 'Potential Overlaps'. */
export function overlapLine({ members, asks }: Overlap): string {
  const who = listOf(members)
  const verb = members.length > 1 ? 'ask' : 'asks'
  if (asks === 'join') return `${who} ${verb} to join`
  if (asks === 'introduction') return `${who} ${verb} for an introduction`
  return who
}

export const answerLabel: Record<OverlapAnswer, string> = {
  join: 'Ask to join',
  introduction: 'Ask for an introduction',
  separate: 'Keep separate',
}

export const undoLabel: Record<OverlapAnswer, string> = {
  join: 'Cancel request',
  introduction: 'Cancel request',
  separate: 'Undo',
}

export const answered = (answer: OverlapAnswer, member: string): string =>
  ({
    join: `Request sent. ${member} will see it on the Target.`,
    introduction: `Introduction requested. ${member} will see it on the Target.`,
    separate: 'You’re keeping yours separate.',
  })[answer]
