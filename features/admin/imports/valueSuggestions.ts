// Suggests meanings for the values of a column. Pure: the server suggests them, and the screen does again when a column
// is chosen.
import type { TargetValue, Type } from '#features/targets/contract.ts'
import { notationOf } from './amounts.ts'
import { valueKey } from './cells.ts'
import {
  amountFields,
  type DateOrder,
  dateFields,
  type ImportColumn,
  type ImportedStatus,
  type PeopleField,
  type PeopleMapping,
  type TargetField,
  type TargetMapping,
} from './contract.ts'
import { knownStages, knownTypes } from './knownExports.ts'

export type Nameable = { id: string; first_name: string; last_name: string; email: string }

/** Leaves out unrecognized values for a person to choose. */
export function suggestValues(
  columns: ImportColumn[],
  chosen: (TargetField | null)[],
  people: Nameable[],
): Pick<TargetMapping, 'statuses' | 'owners' | 'types' | 'values' | 'date_order' | 'amount_notation'> {
  const valuesOf = (field: TargetField) => columns[chosen.indexOf(field)]?.values ?? []
  const known = <T>(field: TargetField, of: (value: string) => T | null) =>
    Object.fromEntries(
      valuesOf(field).flatMap(({ value }) => {
        const meant = of(value)
        return meant === null ? [] : [[valueKey(value), meant]]
      }),
    ) as Record<string, T>
  return {
    statuses: known('status', statusOf),
    owners: known('owner', (value) => suggestPerson(value, people)),
    types: known('type', suggestType),
    values: known('value', suggestValueLevel),
    amount_notation: notationOf(columns.filter((_, i) => amountFields.includes(chosen[i]!))),
    date_order: suggestionOrder(columns.filter((_, i) => dateFields.includes(chosen[i]!))),
  }
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
export const statusOf = (value: string): ImportedStatus | null =>
  knownIn(knownStages, value) ??
  statusLabels.find(([, words]) => words.test(valueKey(value).replaceAll(/[-_/]/g, ' ')))?.[0] ??
  null

export function suggestPerson(value: string, people: Nameable[]): string | null {
  const key = valueKey(value)
  if (key === '') return null
  const found = people.filter(({ first_name, last_name, email }) =>
    [email, `${first_name} ${last_name}`, `${last_name}, ${first_name}`, `${last_name} ${first_name}`].some(
      (name) => valueKey(name) === key,
    ),
  )
  return found.length === 1 ? found[0]!.id : null
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

export const suggestRoles = (columns: ImportColumn[], chosen: (PeopleField | null)[]): PeopleMapping['roles'] =>
  Object.fromEntries(
    (columns[chosen.indexOf('role')]?.values ?? []).flatMap(({ value }) => {
      const role = roleOf(value)
      return role ? [[valueKey(value), role]] : []
    }),
  )

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
