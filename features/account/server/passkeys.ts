// Passkeys (WebAuthn), as a second factor and as the only sign-in method.
import { hash, randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { invalid } from '#core/contract/errors.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId, uuidOf } from '#core/server/ids.ts'
import { signInLimits } from '../signInContract.ts'
import type { FactorOwner } from './secondFactor.ts'
import { passkeySiteOf, type Site } from './site.ts'
import type { PublicCall } from './startSession.ts'

const ASK_MINUTES = 5

/** About 300 files, imported on first use so that they don't delay the start. */
const library = () => import('@simplewebauthn/server')

type Kept = { id: string; credential_id: string; public_key: Buffer; counter: string; transports: string[] }

/** Encodes the person, and the firm that row-level security needs to find the passkey. */
const handleOf = ({ orgId, userId }: FactorOwner) => Buffer.from((orgId + userId).replaceAll('-', ''), 'hex')
function readHandle(handle: string | undefined): FactorOwner | null {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  return bytes.length === 32 ? { orgId: uuidOf(bytes.subarray(0, 16)), userId: uuidOf(bytes.subarray(16)) } : null
}

async function passkeysOf(tx: Tx, { orgId, userId }: FactorOwner, rpId: string): Promise<Kept[]> {
  const { rows } = await tx.sql<Kept>`
    select p.id, p.credential_id, p.public_key, p.counter::text, p.transports
    from passkeys p join users u on u.org_id = p.org_id and u.id = p.user_id
    where p.org_id = ${orgId} and p.user_id = ${userId} and p.rp_id = ${rpId} and u.deactivated_at is null order by p.created_at`
  return rows
}
const described = (keys: Kept[]) => keys.map(({ credential_id, transports }) => ({ id: credential_id, transports }))

// — as the second factor ———————————————————————————————————————————————————————————————————————

/** Returns the WebAuthn options to complete a pending login. */
export async function offerPasskeys(
  { database, request }: PublicCall,
  { orgId, userId, challengeHash }: FactorOwner & { challengeHash: Buffer },
  site: Site,
): Promise<Record<string, unknown>> {
  const { rpId } = passkeySiteOf(site, request)
  const { generateAuthenticationOptions } = await library()
  return withOrg(database, orgId, async (tx) => {
    const keys = await passkeysOf(tx, { orgId, userId }, rpId)
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      allowCredentials: described(keys),
      userVerification: 'preferred',
    })
    await tx.sql`
      update login_challenges set passkey_challenge = ${options.challenge} where org_id = ${orgId} and challenge_hash = ${challengeHash}`
    return { ...options }
  })
}

export type Proof = { response: unknown; challenge: string; isAlone: boolean }

/**
 * Verifies a passkey's signature. Returns null, or a function that records the use in the sign-in transaction and
 * returns false if another use came first. A passkey alone replaces both factors, so it must have verified its owner by
 * finger, face, or PIN.
 */
export async function checkPasskey(
  { database, request, now }: PublicCall,
  person: FactorOwner,
  site: Site,
  { response, challenge, isAlone }: Proof,
): Promise<((tx: Tx) => Promise<boolean>) | null> {
  const { rpId, origins } = passkeySiteOf(site, request)
  const given = response as AuthenticationResponseJSON
  const keys = await withOrg(database, person.orgId, (tx) => passkeysOf(tx, person, rpId))
  const key = keys.find(({ credential_id }) => credential_id === given.id)
  if (!key) return null
  const { verifyAuthenticationResponse } = await library()
  // The library throws for any problem, and the person always gets the same error.
  const verified = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: isAlone,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
      transports: key.transports,
    },
  }).catch(() => null)
  if (!verified?.verified) return null
  const { newCounter } = verified.authenticationInfo
  return async (tx) => {
    const { rows } = await tx.sql`
      update passkeys set counter = ${newCounter}, used_at = ${now}
      where org_id = ${person.orgId} and id = ${key.id} and counter = ${key.counter}::bigint returning 1`
    return rows.length > 0
  }
}

// — passkey sign-in ————————————————————————————————————————————————————————————————————————————

const hashOf = (challenge: string) => hash('sha256', challenge, 'buffer')

/** Returns the WebAuthn options for a sign-in by passkey alone. They are valid once, for five minutes. */
export async function askForPasskey(
  { database, request, now }: PublicCall,
  site: Site,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: passkeySiteOf(site, request).rpId,
    challenge: new Uint8Array(randomBytes(32)),
    userVerification: 'required',
  })
  await withoutRls(
    database,
    (tx) =>
      tx.sql`insert into passkey_challenges (challenge_hash, created_at) values (${hashOf(options.challenge)}, ${now})`,
  )
  return { ...options }
}

/** Consumes the challenge that the response signed. Returns null if it is unknown, expired, or already used. */
export async function consumeChallenge(database: Database, clientData: string, now: string): Promise<string | null> {
  const challenge = challengeIn(clientData)
  if (challenge === null) return null
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql`
    delete from passkey_challenges where challenge_hash = ${hashOf(challenge)}
      and created_at > ${now}::timestamptz - make_interval(mins => ${ASK_MINUTES}) returning 1`,
  )
  return rows.length > 0 ? challenge : null
}

function challengeIn(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

export const whoseProof = (response: unknown) =>
  readHandle((response as AuthenticationResponseJSON).response.userHandle)

// — creating and storing passkeys ——————————————————————————————————————————————————————————————

export async function planPasskey(
  tx: Tx,
  person: FactorOwner & { email: string; name: string },
  site: Site,
  { request, now }: { request: FastifyRequest; now: string },
): Promise<Record<string, unknown>> {
  const { rpId } = passkeySiteOf(site, request)
  const kept = await passkeysOf(tx, person, rpId)
  if (kept.length >= signInLimits.passkeys)
    throw invalid({ name: `You can have up to ${signInLimits.passkeys} passkeys. Remove one first.` })
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: site.instances.own.name,
    rpID: rpId,
    userID: new Uint8Array(handleOf(person)),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: described(kept),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await tx.sql`
    insert into passkey_plans (org_id, user_id, challenge, created_at) values (${person.orgId}, ${person.userId}, ${options.challenge}, ${now})
    on conflict (org_id, user_id) do update set challenge = excluded.challenge, created_at = excluded.created_at`
  return { ...options }
}

/** Stores a passkey and deletes its plan. Returns false if it doesn't match the plan or is too late. */
export async function addPasskey(
  tx: Tx,
  { orgId, userId }: FactorOwner,
  site: Site,
  { request, now, name, response }: { request: FastifyRequest; now: string; name: string; response: unknown },
): Promise<boolean> {
  const { rpId, origins } = passkeySiteOf(site, request)
  const plans = await tx.sql<{ challenge: string }>`
    delete from passkey_plans where org_id = ${orgId} and user_id = ${userId}
      and created_at > ${now}::timestamptz - make_interval(mins => ${ASK_MINUTES}) returning challenge`
  if (!plans.rows[0]) return false
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: plans.rows[0].challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return false
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const { rows } = await tx.sql`
    insert into passkeys (org_id, id, user_id, credential_id, rp_id, public_key, counter, transports, name, created_at)
    values (${orgId}, ${newId()}, ${userId}, ${id}, ${rpId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name}, ${now})
    on conflict (org_id, credential_id) do nothing returning 1`
  return rows.length > 0
}
