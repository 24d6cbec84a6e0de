// File access: every opening of a file checks the person's permission.
import { notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Database } from '../database/open.ts'
import { type Tx, withOrg } from '../database/tx.ts'
import { findSession, type SignedInSession } from '../sessions.ts'
import { linkKeyOf, type StoredLinkKey } from './linkKey.ts'
import { isLink } from './links.ts'
import { filesOf } from './store.ts'

/** The same for expired, altered, and foreign links and for deleted files, so that it reveals nothing. */
const noLink = () => notFound('This link is no longer valid.')

export type Opened = {
  /** Firm that stores the bytes: the viewer's or the vendor. */
  ownerId: string
  storedId: string
  type: string
  name: string
  bytes: number
  sha256: Buffer
  /** Valid for weeks for anyone who has it, and its content never changes. */
  isLasting: boolean
}

type Row = Omit<Opened, 'isLasting' | 'storedId' | 'ownerId'> &
  StoredLinkKey & {
    kind: string
    owner_id: string
    stored_id: string
    made_by: string | null
    token_hash: Buffer | null
  }

type LinkParams = { until: number; sig: string; for?: string | undefined; version?: number | undefined }

/** Throws 404 unless the link is valid and, for a kind with a rule, the session is active and allowed. */
export async function openByLink(
  database: Database,
  { org, id }: { org: string; id: string },
  { until, sig, for: sessionId, version }: LinkParams,
  now: string,
): Promise<Opened> {
  return withOrg(
    database,
    org,
    async (tx) => {
      const row = await rowOf(tx, org, id, { sessionId, version })
      const kind = row && filesOf(database).kinds.get(row.kind)
      const to = row && { orgId: org, fileId: id, key: linkKeyOf(tx, org, row), sessionId, version }
      if (!kind || !to || !isLink(to, { until, sig }, Date.parse(now))) throw noLink()
      const isPublic = kind.mayOpen === 'anyone with its URL'
      if (!isPublic) {
        if (!row.token_hash) throw noLink()
        const session = await findSession(tx, row.token_hash, now).catch((error: unknown) => {
          throw error instanceof Refusal ? noLink() : error
        })
        if (!(await isAllowed(database, tx, session, { id, version }, row))) throw noLink()
      }
      return openedOf(row, isPublic && kind.versions === undefined && version === undefined)
    },
    { isQuiet: true },
  )
}

/** Throws the same 404 for a missing and for a denied file. */
export async function openFor(
  database: Database,
  tx: Tx,
  session: SignedInSession,
  id: string,
  version?: number,
): Promise<Opened & { kind: string }> {
  const row = await rowOf(tx, session.org.id, id, { version })
  if (!row || !(await isAllowed(database, tx, session, { id, version }, row))) throw notFound(cannotFind('file'))
  return { ...openedOf(row, false), kind: row.kind }
}

async function isAllowed(
  database: Database,
  tx: Tx,
  session: SignedInSession,
  asked: { id: string; version: number | undefined },
  { kind, name, type, made_by: madeBy }: Row,
): Promise<boolean> {
  const rule = filesOf(database).kinds.get(kind)?.mayOpen
  if (rule === undefined) return false
  return rule === 'anyone with its URL' || (await rule({ tx, session, file: { ...asked, name, type, madeBy } }))
}

const openedOf = (
  { owner_id: ownerId, stored_id: storedId, type, name, bytes, sha256 }: Row,
  isLasting: boolean,
): Opened => ({
  ownerId,
  storedId,
  type,
  name,
  bytes,
  sha256,
  isLasting,
})

async function rowOf(
  tx: Tx,
  orgId: string,
  id: string,
  { sessionId, version }: { sessionId?: string | undefined; version?: number | undefined },
): Promise<Row | undefined> {
  const { rows } = await tx.sql<Row>`
    select f.kind, f.org_id as owner_id, coalesce(v.stored_id, f.stored_id, f.id) as stored_id, coalesce(v.type, f.type) as type, coalesce(v.name, f.name) as name,
      coalesce(v.bytes, f.bytes)::float8 as bytes, coalesce(v.sha256, f.sha256) as sha256, coalesce(v.made_by, f.made_by) as made_by, o.link_key, o.link_sealed,
      (select s.token_hash from sessions s where s.org_id = o.id and s.id = ${sessionId ?? null}::uuid) as token_hash
    from shared_files f join orgs o on o.id = ${orgId}
    left join file_versions v on v.org_id = o.id and v.file_id = f.id and v.version = ${version ?? null}::int
    where f.id = ${id} and (f.org_id = ${orgId} or f.is_for_all) and (${version ?? null}::int is null or v.version is not null or f.version = ${version ?? null}::int)`
  return rows[0]
}
