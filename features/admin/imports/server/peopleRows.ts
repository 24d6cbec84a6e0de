// Plans the import of people from the rows of a file: existing people, new people, groups, and their managers.
import { isEmail } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { otherDomain } from '#core/server/addresses.ts'
import { limits } from '#features/account/contract.ts'
import { valueKey } from '../cells.ts'
import type { PeopleField, PeopleMapping } from '../mappingContract.ts'
import { isActive } from '../meanings.ts'
import { type Cell as CellOf, cellReader, chosenFor, fieldPlaces, orReason, refuseRow } from './rowCells.ts'
import type { BadRow, GoodRow } from './run.ts'
import type { Shape } from './shape.ts'
import type { FileRow } from './store.ts'

export type KnownPeople = { id: string; email: string; first_name: string; last_name: string }
/** Existing person of the firm (`id`), or one to create. */
export type Planned = {
  id: string | null
  email: string
  first_name: string
  last_name: string
  role: 'member' | 'admin'
}
export type RowOfPerson = GoodRow & { person: Planned; group: string | null; manager: Planned | null }

const LONGEST_GROUP = 100

type Surroundings = {
  mapping: PeopleMapping
  shape: Shape
  people: KnownPeople[] /** True if the email address is at a domain that another firm has verified. */
  isForeign: (email: string) => boolean
}

/**
 * Plans a whole file, since a manager's row can follow the group's rows. Matches existing people by email, or by full
 * name if the file has no email. The same file and firm always give the same plan.
 */
export function planPeople(
  rows: FileRow[],
  { mapping, shape, people, isForeign }: Surroundings,
): (RowOfPerson | BadRow)[] {
  const places = fieldPlaces(mapping.columns)
  const cellsOf = cellReader(places, shape, (_, error) => `A cell holds the error “${error}” instead of a value.`)
  const byEmail = new Map<string, Planned>()
  const byName = new Map<string, Planned[]>()
  const know = (person: Planned) => {
    byEmail.set(person.email, person)
    const key = nameKey(person)
    byName.set(key, [...(byName.get(key) ?? []), person])
    return person
  }
  for (const person of people) know({ ...person, role: 'member' })

  const named = (name: { first_name: string; last_name: string }): Planned | undefined => {
    const same = byName.get(nameKey(name)) ?? []
    if (same.length > 1)
      return refuseRow(`More than one person is named “${fullNameOf(name)}.” Add a column with emails.`)
    return same[0]
  }
  const invented = (name: { first_name: string; last_name: string }, what: string): Planned => {
    if (!mapping.email_domain) return refuseRow(`${what} has no email, and no email pattern was chosen.`)
    const local = [name.first_name, name.last_name].map(asciiOf).filter(Boolean).join('.')
    if (local === '') return refuseRow(`We can’t create an email from the name of ${what}.`)
    if (isForeign(`@${mapping.email_domain}`)) return refuseRow(otherDomain)
    for (let n = 1; ; n++) {
      const email = `${local.slice(0, 60)}${n === 1 ? '' : n}@${mapping.email_domain}`
      if (!byEmail.has(email)) return know({ id: null, email, ...name, role: 'member' })
    }
  }

  function personOf(cell: Cell): Pick<RowOfPerson, 'person' | 'outcome'> {
    const name = nameOf(cell)
    const role = roleOf(cell, mapping)
    const email = cell('email').toLowerCase()
    if (email !== '' && !isEmail(email)) return refuseRow(`“${email.slice(0, 60)}” isn’t a valid email address.`)
    const known = email === '' ? named(name) : byEmail.get(email)
    if (known) return { person: known, outcome: 'matched' }
    if (email === '')
      return { person: Object.assign(invented(name, `“${fullNameOf(name)}”`), { role }), outcome: 'imported' }
    if (isForeign(email)) return refuseRow(otherDomain)
    return { person: know({ id: null, email, ...name, role }), outcome: 'imported' }
  }

  function managerOf(cell: Cell): Planned | null {
    const written = cell('manager')
    if (written === '') return null
    if (written.includes('@'))
      return (
        byEmail.get(written.toLowerCase()) ??
        refuseRow(`The manager “${written.slice(0, 60)}” isn’t in the file or in the firm.`)
      )
    const name = split(written)
    return named(name) ?? invented(name, `The manager “${written.slice(0, 60)}”`)
  }

  // Plans all people with a row before the managers, so that a manager's own row and email take precedence.
  const withPeople = rows.map(({ row, cells }) => {
    const read = orReason(() => {
      const written = cellsOf(cells)
      const cell: Cell = (field) => written(field).replaceAll(/\s+/g, ' ')
      if (isActive(cell('active'), shape.headers[places.get('active') ?? -1] ?? '') === false)
        refuseRow('This account is deactivated, so the person won’t be invited.')
      return { cell, ...personOf(cell) }
    })
    return { row, read }
  })
  return withPeople.map(({ row, read }): RowOfPerson | BadRow => {
    const found = orReason(() => {
      if ('reason' in read) return read
      const { cell, ...person } = read
      const manager = managerOf(cell)
      const group =
        mapping.groups === 'column'
          ? cell('group').replace(/^\/+/, '') || null
          : manager && `${fullNameOf(manager)}’s team`
      if (group && group.length > LONGEST_GROUP) refuseRow(`Group: Maximum length is ${LONGEST_GROUP} characters.`)
      return { ...person, manager, group, externalId: '', notices: [] }
    })
    return 'reason' in found ? { row, cells: [], ...found } : { row, ...found }
  })
}

type Cell = CellOf<PeopleField>

function nameOf(cell: Cell): { first_name: string; last_name: string } {
  const given =
    cell('first_name') || cell('last_name')
      ? { first_name: cell('first_name'), last_name: cell('last_name') }
      : split(cell('name'))
  if (given.first_name === '' && given.last_name === '') refuseRow('The name is missing.')
  for (const part of [given.first_name, given.last_name])
    if (part.length > limits.name) refuseRow(`Name: Maximum length is ${limits.name} characters.`)
  return given
}

const roleOf = (cell: Cell, mapping: PeopleMapping) =>
  cell('role') === '' ? 'member' : chosenFor<'member' | 'admin'>('role', cell('role'), mapping.roles)

/** 'Jane van Doe' and 'van Doe, Jane' -> Jane, van Doe. */
export function split(name: string): { first_name: string; last_name: string } {
  const plain = name.trim().replaceAll(/\s+/g, ' ')
  const comma = plain.indexOf(', ')
  if (comma > 0) return { first_name: plain.slice(comma + 2), last_name: plain.slice(0, comma) }
  const space = plain.indexOf(' ')
  return space < 0
    ? { first_name: plain, last_name: '' }
    : { first_name: plain.slice(0, space), last_name: plain.slice(space + 1) }
}

export const nameKey = (person: { first_name: string; last_name: string }): string =>
  valueKey(`${person.first_name} ${person.last_name}`)

const special: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
/** 'Zoë-Anne Ångström' -> 'zoe-anneangstrom'. */
const asciiOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/./gu, (letter) => special[letter] ?? letter)
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/^-+|-+$/g, '')
