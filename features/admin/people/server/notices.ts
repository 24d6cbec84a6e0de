// Mails about a change of somebody's credentials: sent to the person, whoever made the change.
import { fullNameOf } from '#core/contract/names.ts'
import type { Tx } from '#core/server/database/firm.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

export async function sendNotice(
  tx: Tx,
  { org }: SignedInSession,
  person: { email: string; first_name: string; last_name: string },
  subject: string,
  lines: string[],
  button?: { label: string; path: string },
): Promise<void> {
  await queueMail(
    tx,
    org.id,
    { email: person.email, name: fullNameOf(person) },
    {
      subject,
      heading: subject,
      lines,
      ...(button && { button }),
      small: [`If you didn’t expect this, contact your firm’s administrator at ${org.name}.`],
    },
  )
}
