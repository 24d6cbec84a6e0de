// Notifies people of changed credentials, by email and in the firm's audit log.

import type { FastifyRequest } from 'fastify'
import { stampIn } from '#core/contract/dates.ts'
import { formatStamp } from '#core/contract/times.ts'
import { type AuditActor, audit } from '#core/server/audit.ts'
import { describeClient, UNKNOWN_DEVICE } from '#core/server/clientDescription.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'

const sentences = {
  'password.changed': 'Your password was changed',
  'password.reset': 'A new password was chosen for your account',
  'phone.changed': 'The phone number of your account was changed',
  'phone.removed': 'The phone number was removed from your account',
  'authenticator.added': 'An authenticator app was added to your account',
  'authenticator.removed': 'The authenticator app was removed from your account',
  'passkey.added': 'A passkey was added to your account',
  'passkey.removed': 'A passkey was removed from your account',
  'recovery_codes.renewed': 'New recovery codes were created for your account',
  'recovery_code.used': 'A recovery code was used to sign in to your account',
} as const

export type AccountOwner = { id: string; email: string; name: string }

/** Notifies the owner and writes the audit log, in the change's transaction. */
export async function notifyAccountChange(
  tx: Tx,
  doer: AuditActor,
  owner: AccountOwner,
  action: keyof typeof sentences,
  { request, now, details }: { request: FastifyRequest; now: string; details?: Record<string, unknown> },
): Promise<void> {
  const { rows } = await tx.sql<{ zone: string }>`select time_zone as zone from orgs where id = ${doer.org.id}`
  const place = describeClient(request)
  const sentence = sentences[action]
  await audit(tx, doer, {
    action,
    subject: { id: owner.id, name: owner.name },
    details: { device: place.device, ...details },
    address: place.address,
  })
  await queueMail(tx, doer.org.id, owner, {
    subject: sentence,
    heading: sentence,
    lines: [
      `Hello ${owner.name},`,
      `${sentence} on ${formatStamp(stampIn(rows[0]!.zone, now))}, with ${place.device === UNKNOWN_DEVICE ? 'an unknown device' : place.device} (${place.address}).`,
      'If this was you, you don’t need to do anything. If not, choose a new password now and contact your firm’s administrator.',
    ],
    button: { label: 'Choose a new password', path: '/getresetPasswordLink' },
  })
}
