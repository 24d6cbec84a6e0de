// Finds what the values of a column mean for its field. Pure: the server suggests it, and the screen does again when a
// column is chosen.
import type { Stages } from '#core/contract/stages.ts'
import type { TargetValue, Type } from '#features/targets/contract.ts'
import { notationOf } from './amounts.ts'
import { valueKey } from './cells.ts'
import type { ImportColumn } from './contract.ts'
import { inStage } from './mappedStages.ts'
import {
  amountFields,
  type DateOrder,
  dateFields,
  type ImportedStatus,
  type Mapping,
  type StageMeaning,
  type StatusMeaning,
} from './mappingContract.ts'
import { isNoStage, stageNamed } from './stageNames.ts'

export type Nameable = { id: string; first_name: string; last_name: string; email: string }

/** People and stages that a value can name. `stages` is null for a firm without stages. */
type Named = { people: Nameable[]; stages: Stages | null }
type MappedField = { part: string; of: (value: string, named: Named) => string | null }

/** Fields whose values are mapped one by one, with the part of the mapping that holds the meanings. */
const mappedFields: Record<string, MappedField> = {
  status: { part: 'statuses', of: (value, { stages }) => suggestStatus(value, stages) },
  stage: { part: 'stages', of: (value, { stages }) => stages && suggestStage(value, stages) },
  owner: { part: 'owners', of: (value, { people }) => suggestPerson(value, people) },
  type: { part: 'types', of: suggestType },
  value: { part: 'values', of: suggestValueLevel },
  role: { part: 'roles', of: roleOf },
}

/** Mapping of targets in which no value has a meaning yet. */
export const noMeanings = { statuses: {}, owners: {}, types: {}, values: {}, date_order: null, amount_notation: null }

/**
 * Adds the meanings of the values in the mapped columns. Meanings that the mapping already has stay, but the order of
 * dates and the notation of amounts that the file proves take precedence. A person maps unrecognized values.
 */
export function withMeanings<M extends Mapping>(
  mapping: M,
  columns: ImportColumn[],
  people: Nameable[],
  stages: Stages | null = null,
): M {
  const chosen: (string | null)[] = mapping.columns
  const among = (fields: readonly string[]) => columns.filter((_, i) => fields.includes(chosen[i]!))
  const parts = Object.entries(mappedFields).flatMap(([field, { part, of }]) => {
    if (!(part in mapping)) return []
    const meant = (columns[chosen.indexOf(field)]?.values ?? []).map(({ value }) => [
      valueKey(value),
      of(value, { people, stages }),
    ])
    return [[part, { ...Object.fromEntries(meant.filter(([, to]) => to !== null)), ...mapping[part as keyof M] }]]
  })
  return {
    ...mapping,
    ...Object.fromEntries(parts),
    ...('date_order' in mapping && {
      date_order: suggestionOrder(among(dateFields)) ?? mapping.date_order,
      amount_notation: notationOf(among(amountFields)) ?? mapping.amount_notation,
    }),
  }
}

/** Default stages of the known systems as they export them: by label, and for HubSpot also by internal name. */
export const knownStages: Record<ImportedStatus, string[]> = {
  active: [
    ...'Prospecting; Qualification; Needs Analysis; Value Proposition; Id. Decision Makers'.split('; '),
    ...'Perception Analysis; Proposal/Price Quote; Negotiation/Review; Appointment Scheduled'.split('; '),
    ...'Qualified To Buy; Presentation Scheduled; Decision Maker Bought-In; appointmentscheduled'.split('; '),
    ...'qualifiedtobuy; presentationscheduled; decisionmakerboughtin; Contract Sent; contractsent'.split('; '),
    ...'Attempted to Contact; Connected; Open Deal; In Progress; New; Open; Lead In; Qualified'.split('; '),
    ...'Contact Made; Demo Scheduled; Proposal Made; Negotiations Started; Qualify; Develop; Propose'.split('; '),
    ...'1-Qualify; 2-Develop; 3-Propose; 4-Close; Open - Not Contacted; Working - Contacted; Validated'.split('; '),
  ],
  completed: 'Closed Won; closedwon; Won; Closed - Converted'.split('; '),
  lost: [
    ...'Closed Lost; closedlost; Lost; Canceled; Out-Sold; Unqualified; Closed - Not Converted'.split('; '),
    'Cancelled',
  ],
  archived: 'On Hold; Bad Timing'.split('; '),
}

/** Kinds of accounts, deals and lifecycle stages. */
export const knownTypes: Record<Type, string[]> = {
  client: [
    ...'Customer; Customer - Direct; Customer - Channel; Existing Business; existingbusiness; Evangelist'.split('; '),
    ...'Existing Customer - Upgrade; Existing Customer - Replacement; Existing Customer - Downgrade'.split('; '),
  ],
  prospect: [
    ...'New Customer; New Business; newbusiness; Prospect; Subscriber; Lead; Opportunity'.split('; '),
    ...'Marketing Qualified Lead; Sales Qualified Lead'.split('; '),
  ],
  refsource: [
    ...'Channel Partner / Reseller; Installation Partner; Technology Partner; Partner; Reseller'.split('; '),
    ...'Consultant; Influencer'.split('; '),
  ],
}

const keysOf = new Map<object, Map<string, string>>()
/** Returns the meaning of a value that one of the known systems exports. */
function knownIn<T extends string>(table: Record<T, string[]>, value: string): T | null {
  const keys =
    keysOf.get(table) ??
    new Map(Object.entries<string[]>(table).flatMap(([meant, values]) => values.map((one) => [valueKey(one), meant])))
  keysOf.set(table, keys)
  return (keys.get(valueKey(value)) as T | undefined) ?? null
}

const statusLabels: [ImportedStatus, RegExp][] = [
  ['lost', /\b(lost|loss|dead|rejected|declined|disqualified|abandoned|no ?go)\b/],
  ['completed', /\b(won|win|signed|completed?|converted|success(ful)?|engaged client)\b/],
  ['archived', /\b(on ?hold|hold|paused?|stalled|archived?|parked|dormant|deferred|postponed|inactive)\b/],
  [
    'active',
    /\b(active|open|new|engaging|engaged|prospect(ing)?|pursuing|qualif(ied|ying|ication)|lead|contacted|discovery|demo|proposal|proposed|quote[d]?|negotiat(ing|ion)|pitch(ed|ing)?|meeting|in progress|working|pending|nurtur(e|ing)|identified|contract sent|verbal)\b/,
  ],
]
/** Reads 'Closed Won' as Won, 'On Hold' as on hold, 'Engaging' as pursued. Returns null for an unknown value. */
export function statusOf(value: string): ImportedStatus | null {
  const words = valueKey(value).replaceAll(/[-_/]/g, ' ')
  return knownIn(knownStages, value) ?? statusLabels.find(([, label]) => label.test(words))?.[0] ?? null
}

/** A value that names a stage of the firm means that the target is pursued in it, unless it names another status. */
function suggestStatus(value: string, stages: Stages | null): StatusMeaning | null {
  const status = statusOf(value)
  const stage = stages && (status ?? 'active') === 'active' ? stageNamed(value, stages) : null
  return stage ? inStage(stage) : status
}

/** In a column of stages, 'Closed Won' and other statuses name no stage. */
function suggestStage(value: string, stages: Stages): StageMeaning | null {
  const stage = stageNamed(value, stages)
  if (stage) return stage
  return isNoStage(value) || (statusOf(value) ?? 'active') !== 'active' ? 'none' : null
}

export function suggestPerson(value: string, people: Nameable[]): string | null {
  return peopleByName(people).get(valueKey(value)) ?? null
}

// A file can have many owners to find.
const namesOf = new WeakMap<Nameable[], Map<string, string>>()
/** Maps names that identify exactly one person. */
export function peopleByName(people: Nameable[]): Map<string, string> {
  const known = namesOf.get(people)
  if (known) return known
  const written = people.flatMap(({ id, email, first_name, last_name }) =>
    [email, `${first_name} ${last_name}`, `${last_name}, ${first_name}`, `${last_name} ${first_name}`].map(
      (name) => [valueKey(name), id] as const,
    ),
  )
  const ids = [...Map.groupBy(written, ([name]) => name)].map(
    ([name, same]) => [name, new Set(same.map(([, id]) => id))] as const,
  )
  const names = new Map(
    ids.flatMap(([name, [id, ...others]]) => (name !== '' && others.length === 0 ? [[name, id!]] : [])),
  )
  namesOf.set(people, names)
  return names
}

export function suggestType(value: string): Type | null {
  const known = knownIn(knownTypes, value)
  if (known) return known
  const key = valueKey(value)
  if (/referr|source|refsource|introducer/.test(key)) return 'refsource'
  if (/client|customer|existing|renewal|upsell/.test(key)) return 'client'
  return /prospect|new|lead/.test(key) ? 'prospect' : null
}

export function suggestValueLevel(value: string): TargetValue | null {
  const key = valueKey(value)
  if (/^(l|low|small|cold|c|minor)$/.test(key)) return 'L'
  if (/^(m|med|medium|normal|warm|b|mid|average)$/.test(key)) return 'M'
  return /^(h|high|large|hot|a|top|critical|urgent|major)$/.test(key) ? 'H' : null
}

/** Returns the order that the columns prove together, or null if they prove none or both. */
export function suggestionOrder(columns: ImportColumn[]): DateOrder | null {
  const sum = (order: DateOrder) => columns.reduce((total, { dates }) => total + dates[order], 0)
  const [mdy, dmy] = [sum('mdy'), sum('dmy')]
  if (mdy > 0 && dmy > 0) return null
  return mdy > 0 ? 'mdy' : dmy > 0 ? 'dmy' : null
}

export function roleOf(value: string): 'member' | 'admin' | null {
  const key = valueKey(value)
  if (/admin/.test(key)) return 'admin'
  return /member|user|manager|associate|partner|agent|employee|staff|sales/.test(key) ? 'member' : null
}

const inactive =
  /^(false|no|n|0|disabled|deactivated|inactive|suspended|blocked|archived|deleted|terminated|left|off)\b/
const active = /^(true|yes|y|1|enabled|active|activated|on|invited|pending|provisioned|staged|never logged in)\b/
/**
 * Returns whether a cell marks an account as active, or null if it does neither. 'True' in a column of blocked accounts
 * means inactive.
 */
export function isActive(value: string, header: string): boolean | null {
  const key = valueKey(value)
  const says = inactive.test(key) ? false : active.test(key) ? true : null
  const isReversed = /suspended|block|disabled/i.test(header) && /^(true|false|yes|no|y|n|0|1)$/.test(key)
  return says === null || !isReversed ? says : !says
}
