// First run of a server: a one-time token creates the operator and the first firm.

import { hash, randomBytes } from 'node:crypto'
import type { Flag } from '#core/contract/area.ts'
import { forbidden, invalid, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { countCall } from '#core/server/callCounts.ts'
import { describeClient } from '#core/server/clientDescription.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { hashPassword } from '#core/server/passwords.ts'
import { anyone, defineHandler, type Handler } from '#core/server/routes.ts'
import type { PasswordProblem } from '#features/account/server/contract.ts'
import { sendInvitation } from '../../people/server/invite.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import { setUpRoutes as routes, type SetUpInput } from '../setUpContract.ts'
import { addFirmPeople, createFirm } from './firms.ts'
import { addressTaken } from './operatorFirms.ts'

export type SetUpPorts = Pick<PeoplePorts, 'waysIn'> & {
  passwordProblem: PasswordProblem
  allFlags: () => readonly Flag[]
}

const VENDOR = 'Pursuit'
/** The token is 192 random bits. The rate limit only protects the log and the database from floods. */
const TRIES = { scope: 'set_up', most: 20, minutes: 15 }

/**
 * Creates a token for a server without operators and invalidates any earlier one. Returns null if there is an operator.
 */
export async function newSetUpToken(database: Database): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  return withoutRls(database, async (tx) => {
    if (await hasOperator(tx)) return null
    await tx.sql`insert into setup_token (token_hash) values (${hashOf(token)})
      on conflict (is_only) do update set token_hash = excluded.token_hash, made_at = now()`
    return token
  })
}

export const setUpHandlers = (ports: SetUpPorts): Handler[] => [
  defineHandler(routes.check, anyone, async ({ database, body, request }) => {
    await countCall(database, { ...TRIES, subject: request.ip })
    await withoutRls(database, (tx) => lockToken(tx, body.token))
  }),
  defineHandler(routes.setUp, anyone, async ({ database, body, request }) => {
    await countCall(database, { ...TRIES, subject: request.ip })
    // Checks the token before the slow password hashing, so that no one without it can load the server.
    await withoutRls(database, (tx) => lockToken(tx, body.token))
    await refuseBad(body, ports)
    const hashes = {
      operator: await hashPassword(body.operator.password),
      admin: body.admin.password === undefined ? null : await hashPassword(body.admin.password),
    }
    return withoutRls(database, async (tx) => {
      await lockToken(tx, body.token)
      return make(tx, body, hashes, describeClient(request).address, ports)
    })
  }),
]

const hashOf = (token: string) => hash('sha256', token, 'buffer')

/** Locks the token until the end of the transaction, so that one of two simultaneous requests is rejected. */
async function lockToken(tx: Tx, token: string): Promise<void> {
  const { rows } = await tx.sql`select from setup_token where token_hash = ${hashOf(token)} for update`
  if (await hasOperator(tx)) throw new Refusal('done', 'Pursuit is already set up. Sign in instead.', 403)
  if (rows.length === 0) throw forbidden('This link is no longer valid. Restart Pursuit to print a new one.')
}

async function hasOperator(tx: Tx): Promise<boolean> {
  const { rows } = await tx.sql`select from users where role = 'operator' limit 1`
  return rows.length > 0
}

async function refuseBad({ operator, admin, firm }: SetUpInput, { passwordProblem }: SetUpPorts): Promise<void> {
  const errors: Record<string, string> = {}
  for (const [field, { password, ...person }] of [
    ['operator.password', operator],
    ['admin.password', admin],
  ] as const) {
    const known = { names: [person.first_name, person.last_name], email: person.email, firm: firm.name }
    const problem = password === undefined ? null : await passwordProblem(password, known)
    if (problem) errors[field] = problem
  }
  if (operator.email === admin.email) errors['admin.email'] = 'The firm’s admin needs a different email.'
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function make(
  tx: Tx,
  { operator, firm, admin }: SetUpInput,
  hashes: { operator: string; admin: string | null },
  address: string,
  ports: SetUpPorts,
): Promise<{ firm: string; is_invited: boolean }> {
  for (const [field, { email }] of [
    ['operator.email', operator],
    ['admin.email', admin],
  ] as const) {
    const taken = await tx.sql`select from login_directory where email = ${email}`
    if (taken.rows.length > 0) throw addressTaken(email, field)
  }
  const vendorId = await createFirm(tx, ports.allFlags(), { name: VENDOR, time_zone: firm.time_zone })
  const [actor] = await addFirmPeople(tx, vendorId, [
    { ...named(operator), role: 'operator', passwordHash: hashes.operator },
  ])
  const firmId = await createFirm(tx, ports.allFlags(), firm)
  const [first] = await addFirmPeople(tx, firmId, [{ ...named(admin), role: 'admin', passwordHash: hashes.admin }])
  await tx.sql`delete from setup_token`
  const doer = { id: actor!.id, name: fullNameOf(operator) }
  const subject = { id: firmId, name: firm.name }
  await audit(tx, { org: { id: vendorId }, actor: doer }, { action: 'server.set_up', address })
  for (const id of [vendorId, firmId])
    await audit(tx, { org: { id }, actor: doer }, { action: 'firm.created', subject, address })
  if (hashes.admin === null) {
    await tx.setOrg(firmId)
    await sendInvitation(tx, { actor: actor!, org: subject }, { id: first!.id, ...named(admin) }, ports)
  }
  await audit(
    tx,
    { org: { id: firmId }, actor: doer },
    {
      action: hashes.admin === null ? 'person.invited' : 'person.made',
      subject: { id: first!.id, name: fullNameOf(admin) },
      details: { email: admin.email, role: 'admin' },
      address,
    },
  )
  return { firm: firm.name, is_invited: hashes.admin === null }
}

const named = ({ email, first_name, last_name }: SetUpInput['admin']) => ({ email, first_name, last_name })
