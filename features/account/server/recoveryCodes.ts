// Codes for the day on which phone and keys are gone: ten, single use, shown once.
import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/server/database/firm.ts'
import { signInLimits } from '../waysInContract.ts'
import type { FactorOwner } from './secondFactor.ts'

/** No letters or digits that are taken for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 characters, 79 bits: no guessing, also of what is stored. */
function newCode(): string {
  let code = ''
  while (code.length < 16)
    for (const byte of randomBytes(32)) if (byte < 248 && code.length < 16) code += letters[byte % 31]
  return code.replace(/(.{4})(?!$)/g, '$1-')
}
const hashOf = ({ orgId, userId }: FactorOwner, code: string) =>
  hash('sha256', `${orgId} ${userId} ${code.toLowerCase().replace(/[\s\p{Cf}-]/gu, '')}`, 'buffer')

/** Makes new ones and ends the old ones. The answer is the only time they are seen. */
export async function renewRecoveryCodes(tx: Tx, person: FactorOwner, now: string): Promise<string[]> {
  const { orgId, userId } = person
  const codes = Array.from({ length: signInLimits.recoveryCodes }, newCode)
  await sql`delete from recovery_codes where org_id = ${orgId} and user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_codes (org_id, user_id, code_hash, created_at)
    select ${orgId}, ${userId}, unnest(${codes.map((code) => hashOf(person, code))}::bytea[]), ${now}`.execute(tx)
  return codes
}

/** True once for each code. */
export async function consumeRecoveryCode(tx: Tx, person: FactorOwner, code: string, now: string): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = ${now} where org_id = ${person.orgId} and user_id = ${person.userId}
      and code_hash = ${hashOf(person, code)} and used_at is null returning 1`.execute(tx)
  return rows.length > 0
}
