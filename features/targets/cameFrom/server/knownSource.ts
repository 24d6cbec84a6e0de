// Resolves the sources that devices and API clients send. A device that was offline can send a contact that was merged since.

import { isFeatureOn } from '#core/contract/area.ts'
import { invalid } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'
import { type CameFrom, offeredSources, referralsFlag } from '#core/contract/referrals.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { ContactRecords } from '#features/contacts/server/contract.ts'

type Sourced = { came_from?: CameFrom | null | undefined }
/** `program`: an API client makes the change for the person. */
type Viewer = Pick<SignedInSession, 'actor' | 'org' | 'program'>

/** Returns the input with the source's ID and name as they are now. Throws 400 for a source that the person can't choose. */
export async function withKnownSource<I extends Sourced>(
  { readSource, sourceNamed }: ContactRecords,
  tx: Tx,
  viewer: Viewer,
  input: I,
  now: string,
): Promise<I> {
  const { came_from: from } = input
  if (!from) return input
  if (viewer.program && !isFeatureOn(viewer.org.subscriptions, referralsFlag))
    throw unknown('This firm doesn’t use referrals. Leave out this field.')
  if ('source' in from) {
    const known: readonly string[] = viewer.org.lists?.referral_sources ?? offeredSources
    if (!known.includes(from.source)) throw unknown(`Choose one of these sources: ${known.join(', ')}.`)
    return input
  }
  const person = { actor: viewer.actor, org: viewer.org }
  if ('contact_name' in from) return { ...input, came_from: await sourceNamed(tx, person, from.contact_name, now) }
  if ('contact_id' in from) {
    const contact = isGuid(from.contact_id) ? await readSource(tx, person, from.contact_id) : null
    if (!contact) throw unknown('We can’t find this contact anymore. Choose another one.')
    return { ...input, came_from: contact }
  }
  const name = isGuid(from.user_id) ? await nameOfUser(tx, from.user_id) : null
  if (name === null) throw unknown('We can’t find this colleague anymore. Choose another one.')
  return { ...input, came_from: { user_id: from.user_id, name } }
}

const unknown = (message: string) => invalid({ came_from: message })

async function nameOfUser(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from users where org_id = ${currentOrgId} and id = ${id} and erased_at is null`
  return rows[0]?.name ?? null
}
