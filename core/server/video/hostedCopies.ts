// A video plays from this server until the service reports it ready, and again if it is lost there. No one waits for
// the service. A job compares both sides every few minutes.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import type { ExternalService } from '../externalService.ts'
import { filesOf } from '../files/store.ts'
import type { OutboundLimits } from '../outboundAddress.ts'
import type { Job } from '../work/jobs.ts'
import { type HostingService, hostingService, type ServiceMedia } from './hosted.ts'
import { projectOf } from './projects.ts'

/** A response of the service is valid for this long. Its links must last longer. */
const FRESH = sql.raw(`interval '12 minutes'`)
/** Longer uploads belong to a killed server. */
const SENDING = sql.raw(`interval '2 hours'`)

export const hostVideos = (settings: ExternalService, limits: Partial<OutboundLimits> = {}): Job => ({
  name: 'host-videos',
  cron: '*/5 * * * *',
  run: (database) => followService(database, hostingService(settings, limits)),
})

/** Null if `v` is only on this server. */
export const hostedUrls = sql<string[] | null>`(select h.urls from shared_hosted_videos h
  join shared_files b on b.org_id = h.org_id and b.id = h.file_id and b.version = h.version
  where h.org_id = v.org_id and h.file_id = v.file_id and h.is_ready and h.seen_at > now() - ${FRESH})`

/** Returns URLs, best first: the service's, then ours. */
export const playedFrom = (hosted: string[] | null, own: string): string[] => [...(hosted ?? []), own]

/** Skips a service that doesn't respond until the next run. */
async function followService(database: Database, service: HostingService): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) => tx.sql<{ org_id: string }>`select distinct org_id from videos union select org_id from hosted_videos`,
  )
  for (const { org_id: orgId } of rows)
    try {
      await followFirm(database, service, orgId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Without a project there, videos are hosted only here.
      if (error.status !== 404) return console.error(`Couldn’t compare the videos with the service: ${error.message}`)
    }
}

type Copy = {
  file_id: string
  version: number
  hosted_id: string | null
  /** Its video was deleted or replaced. */
  is_over: boolean
  /** Another process can still be uploading it. */
  is_young: boolean
  is_told: boolean
  name: string
  description: string
  changed_at: string
}

/** Identifies a copy until it has its own description, in case its server was killed. */
const markOf = ({ file_id, version }: Pick<Copy, 'file_id' | 'version'>) => `pursuit:${file_id}:${version}`

export async function followFirm(database: Database, service: HostingService, orgId: string): Promise<void> {
  const project = projectOf(orgId)
  const there = await service.list(project)
  const copies = await copiesOf(database, orgId)
  const found = (copy: Copy) =>
    there.find(({ hashed_id, description }) => hashed_id === copy.hosted_id || description === markOf(copy))
  for (const copy of copies) {
    const media = found(copy)
    if (copy.is_over) {
      const id = media?.hashed_id ?? copy.hosted_id
      if (id !== null) await service.remove(id)
      await forget(database, orgId, copy)
    } else if (media) await note(database, orgId, copy, media)
    // Vanished or never arrived, so it is uploaded again.
    else if (copy.hosted_id !== null || !copy.is_young) await forget(database, orgId, copy)
  }
  const marks = new Set(copies.map(markOf))
  for (const { hashed_id, description } of there)
    if (description.startsWith('pursuit:') && !marks.has(description)) await service.remove(hashed_id)
  for (const copy of await missingOf(database, orgId)) await send(database, service, orgId, project, copy)
  for (const copy of await copiesOf(database, orgId))
    if (copy.hosted_id !== null && !copy.is_over && !copy.is_told) {
      await service.describe(copy.hosted_id, { name: copy.name, description: copy.description })
      await withoutRls(
        database,
        (tx) =>
          tx.sql`update hosted_videos set described_at = ${copy.changed_at}::timestamptz where ${at(orgId, copy)}`,
      )
    }
}

const at = (orgId: string, { file_id, version }: Pick<Copy, 'file_id' | 'version'>) =>
  sql`org_id = ${orgId} and file_id = ${file_id} and version = ${version}`

async function copiesOf(database: Database, orgId: string): Promise<Copy[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Copy>`
      select h.file_id, h.version, h.hosted_id, v.file_id is null as is_over, h.begun_at > now() - ${SENDING} as is_young,
        coalesce(h.described_at >= v.changed_at, false) as is_told, coalesce(v.name, '') as name, coalesce(v.description, '') as description,
        v.changed_at::text as changed_at
      from hosted_videos h left join files f on f.org_id = h.org_id and f.id = h.file_id and f.version = h.version
        left join videos v on v.org_id = f.org_id and v.file_id = f.id
      where h.org_id = ${orgId} order by h.begun_at`,
  )
  return rows
}

type Missing = { file_id: string; stored_id: string; version: number; name: string; type: string; bytes: number }

async function missingOf(database: Database, orgId: string): Promise<Missing[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Missing>`
      select f.id as file_id, coalesce(f.stored_id, f.id) as stored_id, f.version, v.name, f.type, f.bytes::float8 as bytes
      from videos v join files f on f.org_id = v.org_id and f.id = v.file_id
      where v.org_id = ${orgId} and f.missing_at is null
        and not exists (select 1 from hosted_videos h where h.org_id = f.org_id and h.file_id = f.id and h.version = f.version)
      order by v.made_at`,
  )
  return rows
}

/** The row comes first, so that no other process uploads the video. */
async function send(
  database: Database,
  service: HostingService,
  orgId: string,
  project: string,
  one: Missing,
): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql`insert into hosted_videos (org_id, file_id, version, is_for_all) select org_id, file_id, ${one.version}, is_for_all from videos
      where org_id = ${orgId} and file_id = ${one.file_id} on conflict do nothing returning 1`,
  )
  if (rows.length === 0) return
  try {
    const content = await filesOf(database).read(orgId, one.stored_id)
    if (!content) return
    const { name, type, bytes } = one
    await note(
      database,
      orgId,
      one,
      await service.send(project, { name, description: markOf(one), type, bytes }, content),
    )
  } catch (error) {
    // A copy stored anyway is found by its mark and removed before the next upload.
    await forget(database, orgId, one)
    throw error
  }
}

const note = (
  database: Database,
  orgId: string,
  copy: Pick<Copy, 'file_id' | 'version'>,
  { hashed_id, isReady, urls }: ServiceMedia,
) =>
  withoutRls(
    database,
    (tx) =>
      tx.sql`update hosted_videos set hosted_id = ${hashed_id}, is_ready = ${isReady && urls.length > 0}, urls = ${JSON.stringify(urls)}::jsonb,
      seen_at = now() where ${at(orgId, copy)}`,
  )

const forget = (database: Database, orgId: string, copy: Pick<Copy, 'file_id' | 'version'>) =>
  withoutRls(database, (tx) => tx.sql`delete from hosted_videos where ${at(orgId, copy)}`)
