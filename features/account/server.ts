import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { forbidden, invalid, Refusal, sentences } from '#core/contract/errors.ts'
import { asSystem, inFirm, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { hashPassword, isPassword } from '#core/server/passwords.ts'
import { type ActFor, everyone, type Served, serve, signedIn } from '#core/server/routes.ts'
import { findSession, openSession, type SignedIn } from '#core/server/sessions.ts'
import { readToken } from '#core/server/tokens.ts'
import type { Me, Subscriptions } from './contract.ts'
import { routes } from './contract.ts'

/** The firm's subscriptions with the person's own addresses in them. */
type SubscriptionsOf = (tx: Tx, session: SignedIn, request: FastifyRequest) => Promise<Subscriptions>

export const accountRoutes = (
  instance: { key: string; name: string },
  subscriptionsOf: SubscriptionsOf,
  /** Whether a manager may ask as somebody else. */
  proxy: ActFor,
): Served[] => [
  serve(routes.login, everyone, async ({ body, database, request }) => {
    await countGuess(database, body.email.toLowerCase(), request.ip)
    const known = await asSystem(database, (tx) => findLogin(tx, body.email.toLowerCase()))
    if (!(await isPassword(body.password, known?.password_hash)))
      throw new Refusal('wrong_login', sentences.wrongLogin, 403)
    const { org_id, user_id } = known!
    await forgetGuess(database, body.email.toLowerCase(), request.ip)
    return inFirm(database, org_id, async (tx) => {
      const token = await openSession(tx, org_id, user_id)
      const session = await findSession(tx, readToken(token)!.hash)
      return { token, ...meOf(session, await subscriptionsOf(tx, session, request)) }
    })
  }),
  serve(routes.logout, signedIn, async ({ tx, session }) => {
    await sql`delete from sessions where org_id = ${session.org.id} and token_hash = ${session.tokenHash}`.execute(tx)
  }),
  serve(routes.me, signedIn, async ({ tx, session, request }) =>
    meOf(session, await subscriptionsOf(tx, session, request)),
  ),
  serve(routes.updateMe, signedIn, async ({ tx, session, body, request }) => {
    const { first_name, last_name, phone = session.user.phone } = body
    if (phone !== session.user.phone && !hasTwoFactor(session))
      throw forbidden('A phone number is kept only with two-factor sign-in.')
    await sql`update users set first_name = ${first_name}, last_name = ${last_name}, phone = ${phone} where org_id = ${session.org.id} and id = ${session.actor.id}`.execute(
      tx,
    )
    await refreshWhereNamed(tx, session)
    const changed = { ...session, actor: { ...session.actor, first_name, last_name }, user: { ...session.user, phone } }
    return meOf(changed, await subscriptionsOf(tx, session, request))
  }),
  serve(routes.users, signedIn, ({ tx, session }) => usersOf(tx, session), { proxy }),
  // Long: the try is counted whether or not what follows is rolled back.
  serve(
    routes.changePassword,
    signedIn,
    async ({ session, body, database, request }) => {
      await countGuess(database, session.user.email, request.ip)
      if (isCommon(body.new))
        throw invalid({ new: 'This password is one of the most common ones. Please choose another.' })
      const hash = await hashPassword(body.new)
      await inFirm(database, session.org.id, async (tx) => {
        const mine = sql`org_id = ${session.org.id} and id = ${session.actor.id}`
        const { rows } = await sql<{
          password_hash: string | null
        }>`select password_hash from users where ${mine} for update`.execute(tx)
        const wrong = 'Current password is not correct.'
        if (!(await isPassword(body.current, rows[0]?.password_hash)))
          throw new Refusal('wrong_password', wrong, 401, { current: wrong })
        await sql`update users set password_hash = ${hash} where ${mine}`.execute(tx)
        await sql`delete from sessions where org_id = ${session.org.id} and user_id = ${session.actor.id} and token_hash <> ${session.tokenHash}`.execute(
          tx,
        )
      })
    },
    { isLong: true },
  ),
  serve(routes.setting, signedIn, async ({ tx, session, body }) => {
    const { rows } = await sql<{ settings: Record<string, number> }>`
      update users set settings = settings || jsonb_build_object(${body.name}::text, ${Number(body.value)}::int)
      where org_id = ${session.org.id} and id = ${session.actor.id} returning settings`.execute(tx)
    return { Settings: rows[0]!.settings }
  }),
  // One deployment answers for itself; a second one is told apart by its own configuration.
  serve(routes.instances, everyone, async ({ request }) => ({
    instances: [{ ...instance, url: `${request.protocol}://${request.host}` }],
  })),
]

async function usersOf(tx: Tx, session: SignedIn) {
  const { rows } = await sql<{ id: string; first_name: string; last_name: string; email: string }>`
    select id, first_name, last_name, email from users where org_id = ${session.org.id} and deactivated_at is null order by last_name, first_name, id`.execute(
    tx,
  )
  return { users: rows.map((row) => ({ ...row, fullname: fullName(row) })) }
}

export const fullName = (person: { first_name: string; last_name: string }) =>
  `${person.first_name} ${person.last_name}`.trim()
const hasTwoFactor = ({ org, user }: SignedIn) =>
  (org.subscriptions as unknown as Subscriptions).license.features['2fa'].on === 'yes' &&
  (user.settings['key-two_factor'] ?? 0) > 0

function meOf({ actor, user, org }: SignedIn, subscriptions: Subscriptions): Me {
  const fullname = fullName(actor)
  return {
    user: {
      ...actor,
      uid: actor.id,
      fullname,
      email: user.email,
      phone: user.phone,
      user_nicename: fullname.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
    },
    Org: {
      id: org.id,
      name: org.name,
      logo: { url: '' },
      category_name: org.category_name,
      access: org.access,
      time_zone: org.zone,
      ugc: { project_id: null },
    },
    Settings: user.settings,
    Subscriptions: subscriptions,
  }
}

type Login = { org_id: string; user_id: string; password_hash: string | null }

/** The account behind an address, of any firm; a deactivated one is as good as none. */
async function findLogin(tx: Tx, email: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select d.org_id, d.user_id, u.password_hash from login_directory d join users u on u.org_id = d.org_id and u.id = d.user_id
    where d.email = ${email} and u.deactivated_at is null`.execute(tx)
  return rows[0]
}

/** Tries in a quarter of an hour that reach the password check. */
export const guessLimits = { account: 10, address: 100, all: 5000 } as const
const WINDOW_MINUTES = 15

/** Counts a try where every process sees it; throws 429 with Retry-After beyond the limits. */
async function countGuess(database: Database, email: string, address: string): Promise<void> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ scope: keyof typeof guessLimits; tries: number; wait: number }>`
    insert into guesses as g (scope, subject, window_start, tries)
    select scope, subject, date_bin(make_interval(mins => ${WINDOW_MINUTES}), now(), timestamptz '2020-01-01'), 1
    from (values ('account', ${email}), ('address', ${address}), ('all', '')) as given (scope, subject)
    on conflict (scope, subject, window_start) do update set tries = g.tries + 1
    returning scope, tries, ceil(extract(epoch from window_start + make_interval(mins => ${WINDOW_MINUTES}) - now()))::int as wait`.execute(
      tx,
    ),
  )
  const beyond = rows.find(({ scope, tries }) => tries > guessLimits[scope])
  if (beyond)
    throw new Refusal(
      'too_many',
      'Too many tries. Please wait a little and try again.',
      429,
      undefined,
      Math.max(1, beyond.wait),
    )
}

/** A right password was no guess. */
async function forgetGuess(database: Database, email: string, address: string): Promise<void> {
  await asSystem(database, (tx) =>
    sql`
    update guesses set tries = greatest(0, tries - 1)
    where (scope, subject) in (('account', ${email}), ('address', ${address}), ('all', '')) and window_start > now() - make_interval(mins => ${WINDOW_MINUTES})`.execute(
      tx,
    ),
  )
}

/** Names stand in everybody's copy of a target: write those anew. */
async function refreshWhereNamed(tx: Tx, { org, actor }: SignedIn): Promise<void> {
  const named = sql`
    select target_id from target_people where org_id = ${org.id} and user_id = ${actor.id}
    union select target_id from tasks where org_id = ${org.id} and user_id = ${actor.id}`
  // First the targets, as every action does: a copy that is older than somebody's action must not replace a newer one.
  await sql`select id from targets where org_id = ${org.id} and id in (${named}) order by id for update`.execute(tx)
  await sql`select refresh_docs(${org.id}, array(${named}))`.execute(tx)
}

const common = new Set([
  'password',
  'password1',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'qwerty123',
  'qwertyuiop',
  '12345678',
  '123456789',
  '1234567890',
  'iloveyou1',
  'admin123',
  'welcome1',
  'letmein1',
  'abc12345',
  'football1',
  'baseball1',
  'sunshine1',
  'princess1',
  'trustno1',
  'password123',
  'qwerty12',
  '11111111',
  '00000000',
  '87654321',
  'changeme1',
  'monkey123',
  'dragon123',
  'master123',
  'superman1',
])
const isCommon = (password: string) => common.has(password.toLowerCase())
