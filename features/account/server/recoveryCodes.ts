// Recovery codes for people who lost their phone and keys: ten, single use, shown once.
import { hash, randomBytes } from 'node:crypto'
import type { Tx } from '#core/server/database/tx.ts'
import { signInLimits } from '../signInContract.ts'
import type { FactorOwner } from './secondFactor.ts'

/** Omits letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 characters with 79 bits, so that neither the code nor its hash can be guessed. */
function newCode(): string {
  let code = ''
  while (code.length < 16)
    for (const byte of randomBytes(32)) if (byte < 248 && code.length < 16) code += letters[byte % 31]
  return code.replace(/(.{4})(?!$)/g, '$1-')
}
const hashOf = ({ orgId, userId }: FactorOwner, code: string) =>
  hash('sha256', `${orgId} ${userId} ${code.toLowerCase().replace(/[\s\p{Cf}-]/gu, '')}`, 'buffer')

/** Creates new codes and invalidates the old ones. Only this return value contains them. */
export async function renewRecoveryCodes(tx: Tx, person: FactorOwner, now: string): Promise<string[]> {
  const { orgId, userId } = person
  const codes = Array.from({ length: signInLimits.recoveryCodes }, newCode)
  await tx.sql`delete from recovery_codes where org_id = ${orgId} and user_id = ${userId}`
  await tx.sql`
    insert into recovery_codes (org_id, user_id, code_hash, created_at)
    select ${orgId}, ${userId}, unnest(${codes.map((code) => hashOf(person, code))}::bytea[]), ${now} returning 1`
  return codes
}

/** Returns true once per code. */
export async function consumeRecoveryCode(tx: Tx, person: FactorOwner, code: string, now: string): Promise<boolean> {
  const { rows } = await tx.sql`
    update recovery_codes set used_at = ${now} where org_id = ${person.orgId} and user_id = ${person.userId}
      and code_hash = ${hashOf(person, code)} and used_at is null returning 1`
  return rows.length > 0
}
