// Emails about a change of a person's credentials. They always go to that person.
import { fullNameOf } from '#core/contract/names.ts'
import type { Tx } from '#core/server/database/tx.ts'
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
