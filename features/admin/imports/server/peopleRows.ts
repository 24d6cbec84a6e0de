// Plans the import of people from the rows of a file: existing people, new people, groups, and their managers.
import { isEmail } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { otherDomain } from '#core/server/addresses.ts'
import { limits } from '#features/account/contract.ts'
import { isErrorCell, valueKey } from '../cells.ts'
import type { PeopleField, PeopleMapping } from '../contract.ts'
import { isActive } from '../meanings.ts'
import { type Shape, shapeProblem } from './shape.ts'
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
export type PersonRead =
  | {
      row: number
      person: Planned
      isNew: boolean
      group: string | null
      manager: Planned | null
    }
  | { row: number; reason: string }

class RowRefused extends Error {}
const refuse = (reason: string): never => {
  throw new RowRefused(reason)
}

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
export function planPeople(rows: FileRow[], { mapping, shape, people, isForeign }: Surroundings): PersonRead[] {
  const places = new Map<PeopleField, number>()
  for (const [i, field] of mapping.columns.entries()) if (field) places.set(field, i)
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
    if (same.length > 1) return refuse(`More than one person is named “${fullNameOf(name)}.” Add a column with emails.`)
    return same[0]
  }
  const invented = (name: { first_name: string; last_name: string }, what: string): Planned => {
    if (!mapping.email_domain) return refuse(`${what} has no email, and no email pattern was chosen.`)
    const local = [name.first_name, name.last_name].map(asciiOf).filter(Boolean).join('.')
    if (local === '') return refuse(`We can’t create an email from the name of ${what}.`)
    if (isForeign(`@${mapping.email_domain}`)) return refuse(otherDomain)
    for (let n = 1; ; n++) {
      const email = `${local.slice(0, 60)}${n === 1 ? '' : n}@${mapping.email_domain}`
      if (!byEmail.has(email)) return know({ id: null, email, ...name, role: 'member' })
    }
  }

  function personOf(cell: Cell): { person: Planned; isNew: boolean } {
    const name = nameOf(cell)
    const role = roleOf(cell, mapping)
    const email = cell('email').toLowerCase()
    if (email === '') {
      const known = named(name)
      return known
        ? { person: known, isNew: false }
        : {
            person: Object.assign(invented(name, `“${fullNameOf(name)}”`), {
              role,
            }),
            isNew: true,
          }
    }
    if (!isEmail(email)) return refuse(`“${email.slice(0, 60)}” isn’t a valid email address.`)
    const known = byEmail.get(email)
    if (known) return { person: known, isNew: false }
    if (isForeign(email)) return refuse(otherDomain)
    return { person: know({ id: null, email, ...name, role }), isNew: true }
  }

  function managerOf(cell: Cell): Planned | null {
    const written = cell('manager')
    if (written === '') return null
    if (written.includes('@'))
      return (
        byEmail.get(written.toLowerCase()) ??
        refuse(`The manager “${written.slice(0, 60)}” isn’t in the file or in the firm.`)
      )
    const name = split(written)
    return named(name) ?? invented(name, `The manager “${written.slice(0, 60)}”`)
  }

  const read = ({ row, cells }: FileRow): PersonRead => {
    const cell = (field: PeopleField) => cells[places.get(field) ?? -1]?.trim().replaceAll(/\s+/g, ' ') ?? ''
    try {
      const problem = shapeProblem(cells, shape)
      if (problem) refuse(problem)
      const error = [...places.values()].map((place) => cells[place] ?? '').find(isErrorCell)
      if (error) refuse(`A cell holds the error “${error.trim()}” instead of a value.`)
      if (isActive(cell('active'), shape.headers[places.get('active') ?? -1] ?? '') === false)
        refuse('This account is deactivated, so the person won’t be invited.')
      return { row, ...personOf(cell), group: null, manager: null }
    } catch (thrown) {
      return reasonOf(row, thrown)
    }
  }
  // Plans all people with a row before the managers, so that a manager's own row and email take precedence.
  const withPeople = rows.map(read)
  return withPeople.map((found, i): PersonRead => {
    if ('reason' in found) return found
    const cells = rows[i]!.cells
    const cell = (field: PeopleField) => cells[places.get(field) ?? -1]?.trim().replaceAll(/\s+/g, ' ') ?? ''
    try {
      const manager = managerOf(cell)
      const group =
        mapping.groups === 'column'
          ? cell('group').replace(/^\/+/, '') || null
          : manager && `${fullNameOf(manager)}’s team`
      if (group && group.length > LONGEST_GROUP) refuse(`Group: Maximum length is ${LONGEST_GROUP} characters.`)
      return { ...found, manager, group }
    } catch (thrown) {
      return reasonOf(found.row, thrown)
    }
  })
}

type Cell = (field: PeopleField) => string

function reasonOf(row: number, thrown: unknown): PersonRead {
  if (thrown instanceof RowRefused) return { row, reason: thrown.message }
  throw thrown
}

function nameOf(cell: Cell): { first_name: string; last_name: string } {
  const given =
    cell('first_name') || cell('last_name')
      ? { first_name: cell('first_name'), last_name: cell('last_name') }
      : split(cell('name'))
  if (given.first_name === '' && given.last_name === '') refuse('The name is missing.')
  for (const part of [given.first_name, given.last_name])
    if (part.length > limits.name) refuse(`Name: Maximum length is ${limits.name} characters.`)
  return given
}

function roleOf(cell: Cell, mapping: PeopleMapping): 'member' | 'admin' {
  const written = cell('role')
  if (written === '') return 'member'
  const role = mapping.roles[valueKey(written)]
  if (role === undefined) return refuse(`The role “${written.slice(0, 60)}” isn’t matched.`)
  return role === 'refuse' ? refuse(`Rows with the role “${written.slice(0, 60)}” are skipped.`) : role
}

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
