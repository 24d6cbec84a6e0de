import { sql } from 'kysely'
import { forbidden, invalid, Refusal, sentences } from '#core/contract/errors.ts'
import { asSystem, inFirm, type Tx } from '#core/server/database/firm.ts'
import { hashPassword, isPassword } from '#core/server/passwords.ts'
import { placeOf } from '#core/server/place.ts'
import { type ActFor, everyone, type Served, serve, signedIn } from '#core/server/routes.ts'
import { findSession, openSession } from '#core/server/sessions.ts'
import { readToken } from '#core/server/tokens.ts'
import { routes } from '../contract.ts'
import { isCommon } from './guessable.ts'
import { countGuess, forgetGuess } from './guesses.ts'
import { hasTwoFactor, meOf, type SubscriptionsOf, usersOf } from './me.ts'
import { refreshWhereNamed } from './renamed.ts'

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
      const token = await openSession(tx, org_id, user_id, placeOf(request))
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

type Login = { org_id: string; user_id: string; password_hash: string | null }

/** The account behind an address, of any firm; a deactivated one is as good as none. */
async function findLogin(tx: Tx, email: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select d.org_id, d.user_id, u.password_hash from login_directory d join users u on u.org_id = d.org_id and u.id = d.user_id
    where d.email = ${email} and u.deactivated_at is null`.execute(tx)
  return rows[0]
}
