import { dayInSentence, instantOf } from '#core/contract/dates.ts'
import { formatAmount, INTANGIBLE } from '#core/contract/money.ts'
import { type Stages, stageName } from '#core/contract/stages.ts'
import { formatFact } from '../../client/factLabels.ts'
import { listFields } from '../../client/outboxLabels.ts'
import { type PlainName, plainFields, type Status, statusTerm, targetLabel } from '../../contract.ts'
import type { TimelineEvent } from '../contract.ts'

const said = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Follows a name: 'took the step ‘Call them’, due next Tuesday'. `today` is the firm's day. */
export function formatEvent(
  { kind, data }: Pick<TimelineEvent, 'kind' | 'data'>,
  today: string,
  stages: Stages,
): string {
  const due = said(data.due) && `, due ${dayInSentence(said(data.due), today)}`
  switch (kind) {
    case 'targetCreated':
      return data.undated ? 'got this Target from an import' : 'created this Target'
    case 'targetEdited':
      return `changed ${listFields(Array.isArray(data.fields) ? data.fields.map(String) : [])}`
    case 'stepTaken':
      return `set the step “${said(data.description)}”${due}${said(data.instead) && `, replacing “${said(data.instead)}”`}`
    case 'stepDone':
      return `completed the step “${said(data.description)}”`
    case 'stepSnoozed':
      return `snoozed the step${said(data.due) && ` until ${dayInSentence(said(data.due), today)}`}`
    case 'noteWritten':
      return 'changed the note'
    case 'targetWon':
      return data.revenue === INTANGIBLE
        ? 'won this Target with intangible value'
        : `won this Target${typeof data.revenue === 'number' ? ` with ${formatAmount(data.revenue)}` : ''}`
    case 'targetLost':
      return `lost this Target${said(data.reason) && ` (${said(data.reason)})`}`
    case 'targetHeld':
      return 'placed this Target on hold'
    case 'targetMoved':
      return data.to === null
        ? 'took this out of its stage'
        : `moved this to ${stageName(stages, said(data.to)) ?? 'another stage'}`
    case 'targetTrashed':
      return 'moved this Target to Recently Deleted'
    case 'targetPursued':
      return `pursued this Target again${data.from ? `, from ${statusTerm[data.from as Status] ?? said(data.from)}` : ''}`
    case 'targetShared':
      return `invited ${said(data.name)}`
    case 'shareAccepted':
      return 'accepted the invitation'
    case 'shareRejected':
      return 'declined the invitation'
    case 'shareRevoked':
      return `${data.was === 'pending' ? 'canceled the invitation to' : 'removed'} ${said(data.name)}${droppedIn(data)}`
    case 'targetHandedOver':
      return `handed this Target over from ${said(data.from)} to ${said(data.name)}${droppedIn(data)}`
    case 'contactAdded':
      return `added ${said(data.name)} as ${said(data.role)}`
    case 'contactRemoved':
      return `removed ${said(data.name)}`
    case 'contactRoleChanged':
      return `changed the role of ${said(data.name)} from ${said(data.from)} to ${said(data.role)}`
    case 'firstContactChanged':
      return `made ${said(data.name)} the first contact instead of ${said(data.from)}`
    case 'changeUndone':
      return 'undid the last change'
    case 'joinAsked':
      return 'asked to join'
    case 'askDismissed':
      return `answered ${said(data.name)}’s request`
    case 'introductionAsked':
      return 'asked for an introduction'
    default:
      return 'changed this Target'
  }
}

/** Returns the values before and after the event for each field, or nothing if the sentence says it all. */
export function replacedIn({ kind, data }: Pick<TimelineEvent, 'kind' | 'data'>): {
  label: string
  before: string
  after: string | null
}[] {
  if (kind === 'noteWritten' && typeof data.before === 'string')
    return [{ label: 'Note', before: said(data.before), after: typeof data.after === 'string' ? data.after : null }]
  if ((kind === 'stepTaken' || kind === 'stepDone') && data.help)
    return [{ label: 'Help', before: '', after: said(data.help) }]
  if (kind !== 'targetEdited' || !isRecord(data.before)) return []
  const { before, after } = data
  return Object.entries(before)
    .filter(([name]) => Object.hasOwn(plainFields, name))
    .map(([name, value]) => ({
      label: targetLabel(name as PlainName),
      before: formatFact(name, value),
      after: isRecord(after) ? formatFact(name, after[name]) : null,
    }))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const droppedIn = ({ dropped }: TimelineEvent['data']) =>
  Array.isArray(dropped) && dropped.length > 0 ? `; dropped the step “${dropped.join('”, “')}”` : ''

/** Returns an event's instant, from an instant or a stamp in the firm's zone. */
export const eventInstant = (zone: string, at: string): string =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? instantOf(zone, at) : at
