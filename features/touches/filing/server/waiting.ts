// Emails that say they're from the person, but whose sender couldn't be verified. The person decides.
import { notFound } from '#core/contract/errors.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { filingTask } from '../../server/contract.ts'
import { waitingOccasion } from '../contract.ts'

export async function fileWaiting(tx: Tx, userId: string, id: string): Promise<void> {
  const { rows } = await tx.sql`
    update filed_messages set state = 'received'
    where org_id = ${currentOrgId} and user_id = ${userId} and id = ${id} and state = 'waiting' returning 1`
  if (!rows[0]) throw notFound('This email isn’t waiting anymore.')
  await closeQuestion(tx, userId, id)
  triggerAfterCommit(tx, filingTask)
}

export async function dropWaiting(tx: Tx, userId: string, id: string): Promise<void> {
  const { rows } = await tx.sql`
    delete from filed_messages
    where org_id = ${currentOrgId} and user_id = ${userId} and id = ${id} and state = 'waiting' returning 1`
  if (!rows[0]) throw notFound('This email isn’t waiting anymore.')
  await closeQuestion(tx, userId, id)
}

const closeQuestion = (tx: Tx, userId: string, id: string) =>
  tx.sql`
    delete from notifications where org_id = ${currentOrgId} and user_id = ${userId} and occasion = ${waitingOccasion(id)}`
