// Fills the demo's Library with items from the past year, once the server runs.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { addDays, instantOf } from '#core/contract/dates.ts'
import type { Database } from '#core/server/database/open.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoPart } from '#core/server/demo/demo.ts'
import { print } from '#core/server/demo/print.ts'
import type { FileKind } from '#core/server/files/kinds.ts'
import { type FileChanges, type Files, filesOf, type MadeHere, type Placed } from '#core/server/files/store.ts'
import { placePdf } from '#core/server/pdf/sanitizedFile.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { ADMIN, findFirm, type InsightsFirm } from '../../../demo/server/firm.ts'
import { isPublisher } from '../../../server/policies.ts'
import type { ContentInput } from '../../contract.ts'
import { saveMark } from '../../server/marks.ts'
import { kindsFor } from '../../server/policies.ts'
import type { ReceivedUpload, SentFile } from '../../server/sent.ts'
import { insertSection, insertTag } from '../../server/sorting.ts'
import { insertContent, type Keeper } from '../../server/writing.ts'
import { sections } from '../contents.ts'
import { type DemoContent, type DemoSection, tagNames } from '../demoContent.ts'
import { itemSeconds } from '../seconds.ts'
import { vendorSections } from '../vendor.ts'
import { itemImage } from './picture.ts'

/** Number of the advisory lock that serializes servers that start together. */
const SEED = 20_781
const VENDOR = 'operator@pursuit.example'
/** Base URL of its files. */
const HERE = new URL('../films/', import.meta.url)
/** As `npm run demo:videos` makes them. */
const made = { width: 1280, height: 720, videoCodec: 'avc', audioCodec: 'aac', trouble: null }

/** The firm that owns the Library, and the person who filled it. */
type Firm = InsightsFirm & { keeper: Actor }
type Ready = { content: DemoContent; at: string; sent: Omit<ReceivedUpload<ContentInput>, 'said' | 'fields'> }

export const demoLibrary: DemoPart = {
  async place(database) {
    await placeLibrary(database, ADMIN, sections)
    await placeLibrary(database, VENDOR, vendorSections)
  },
}

/** Fills the firm of the person with this email address unless its Library has sections. */
export async function placeLibrary(database: Database, email: string, library: readonly DemoSection[]): Promise<void> {
  const found = await findFirm(
    database,
    sql`not exists (select 1 from content_sections s where s.org_id = o.id)`,
    email,
  )
  if (!found) return
  const firm: Firm = { ...found, keeper: found.people.get(email)! }
  const files = filesOf(database)
  const ready: Ready[] = []
  for (const { contents } of library) for (const content of contents) ready.push(await readyOf(files, firm, content))
  const placed = ready.flatMap(({ sent: { file, thumbnail } }) =>
    [file?.placed, file?.picture, thumbnail].filter((one) => one !== null && one !== undefined),
  )
  await files.change(firm.id, placed, async (change) => {
    await change.tx.sql`select pg_advisory_xact_lock(${SEED})`
    const isForAll = isPublisher({ actor: firm.keeper })
    const { rows } = await change.tx.sql`select from content_sections where is_for_all = ${isForAll} limit 1`
    if (rows.length > 0) return
    await fill(change, firm, library, ready)
  })
}

async function readyOf(
  files: Files,
  { id, name: by, zone, today, keeper }: Firm,
  content: DemoContent,
): Promise<Ready> {
  const kinds = kindsFor({ actor: keeper })
  const at = instantOf(zone, `${addDays(today, -content.daysAgo)} 09:40:00`)
  const none = { placed: null, picture: null, video: null, pages: 0, texts: [] }
  const keep = async (kind: FileKind, name: string, type: MadeHere['type']): Promise<Placed> =>
    files.place(id, kind, { content: await readFile(new URL(name, HERE)), name, type })
  if ('text' in content) {
    const { pdf, texts } = await print(content.name, content.text, at, by)
    const name = `${content.name.replaceAll(/[:?]/g, '')}.pdf`
    const pdfKinds = { pdf: kinds.file, picture: kinds.thumbnail }
    const read = { pdf, thumbnail: await itemImage(content.name), texts, pages: texts.length }
    const { placed, thumbnail: picture } = await placePdf(files, id, pdfKinds, name, read)
    const file: SentFile = { ...none, type: 'application/pdf', name, placed, picture, texts, pages: texts.length }
    return { content, at, sent: { file, thumbnail: null } }
  }
  if ('film' in content) {
    const name = `${content.film}.mp4`
    const video = { ...made, seconds: itemSeconds[content.film]! }
    const file: SentFile = {
      ...none,
      type: 'video/mp4',
      name,
      video,
      placed: await keep(kinds.file, name, 'video/mp4'),
    }
    return { content, at, sent: { file, thumbnail: await keep(kinds.thumbnail, `${content.film}.jpg`, 'image/jpeg') } }
  }
  if ('recording' in content) {
    const name = `${content.recording}.m4a`
    const file: SentFile = { ...none, type: 'audio/mp4', name, placed: await keep(kinds.file, name, 'audio/mp4') }
    return { content, at, sent: { file, thumbnail: null } }
  }
  return { content, at, sent: { file: null, thumbnail: null } }
}

async function fill(
  change: FileChanges,
  firm: Firm,
  library: readonly DemoSection[],
  ready: readonly Ready[],
): Promise<void> {
  const { tx } = change
  const isForAll = isPublisher({ actor: firm.keeper })
  const tags = new Map<string, string>()
  const used = new Set(library.flatMap(({ contents }) => contents.flatMap((content) => content.tags)))
  for (const name of tagNames.filter((one) => used.has(one))) tags.set(name, await insertTag(tx, { name, isForAll }))
  const ids = new Map<string, string>()
  for (const [position, { name, contents }] of library.entries()) {
    const sectionId = await insertSection(tx, { name, position, isForAll })
    for (const content of contents) {
      const one = ready.find((other) => other.content === content)!
      ids.set(content.name, await add(change, firm, one, { sectionId, tags }))
    }
  }
  await markAll(tx, firm, ready, ids)
}

type Place = { sectionId: string; tags: ReadonlyMap<string, string> }

function add(
  change: FileChanges,
  firm: Firm,
  { content, at, sent }: Ready,
  { sectionId, tags }: Place,
): Promise<string> {
  const keeper = { actor: firm.keeper, user: { settings: {} }, org: { zone: firm.zone } } as Keeper
  const fields: ContentInput = {
    name: content.name,
    description: content.description,
    section_id: sectionId,
    kind: content.kind,
    content_type: 'film' in content ? 'video' : 'recording' in content ? 'audio' : 'url' in content ? 'blog' : 'others',
    tags_id: content.tags.map((name) => tags.get(name)!),
    allow_external: content.isForClients ?? false,
    ...('url' in content && { blog_url: content.url }),
    ...('recording' in content && { duration: clockOf(itemSeconds[content.recording]!) }),
    ...(content.inDays !== undefined && { event_at: `${addDays(firm.today, content.inDays)} 08:00` }),
    ...accessOf(content, firm),
  }
  return insertContent(change, { session: keeper, now: at }, { ...sent, fields })
}

const clockOf = (length: number) => `00:${String(Math.round(length)).padStart(2, '0')}`

function accessOf({ to }: DemoContent, { people, groups }: Firm): Partial<ContentInput> {
  if (to === undefined) return {}
  if (to === 'group') return { groups_access: groups, everyone: false }
  return { users_access: to.map((name) => people.get(`${name}@hartwell.example`)!.id), everyone: false }
}

/** Marks items as viewed and as favorites by people: the older an item, the more marks it gets. */
async function markAll(tx: Tx, firm: Firm, ready: readonly Ready[], ids: ReadonlyMap<string, string>): Promise<void> {
  for (const [place, { id: userId }] of [...firm.people.values()].entries()) {
    if (userId === firm.keeper.id) continue
    for (const [at, { content }] of ready.entries()) {
      if (content.to !== undefined || (at * 7 + place * 5) % 11 >= Math.min(9, content.daysAgo / 8)) continue
      const viewed = instantOf(firm.zone, `${addDays(firm.today, -Math.floor(content.daysAgo / 2))} 10:15:00`)
      const favourite = (at + place) % 6 === 0
      await saveMark(tx, userId, { id: ids.get(content.name)!, favourite, viewed }, viewed)
    }
  }
}
