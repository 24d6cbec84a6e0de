// What a change of one's own credentials asks for.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { inFirm } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { isPassword } from '#core/server/passwords.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { countTries, forgetTries, guessInside } from './guesses.ts'
import type { Owner } from './notices.ts'

export const ownerOf = ({ actor, user }: SignedIn): Owner => ({
  id: actor.id,
  email: user.email,
  name: fullNameOf(actor),
})

/** Throws 401 with the field's message for a wrong one. The try is counted whatever follows. */
export async function checkCurrent(
  { database, session, now }: { database: Database; session: SignedIn; now: string },
  current: string,
): Promise<void> {
  const tried = guessInside(session.actor.id)
  await countTries(database, tried, now)
  const { rows } = await inFirm(database, session.org.id, (tx) =>
    sql<{ password_hash: string | null }>`
    select password_hash from users where org_id = ${session.org.id} and id = ${session.actor.id}`.execute(tx),
  )
  const wrong = 'Current password is not correct.'
  if (!(await isPassword(current, rows[0]?.password_hash)))
    throw new Refusal('wrong_password', wrong, 401, { current: wrong })
  await forgetTries(database, tried, now)
}
