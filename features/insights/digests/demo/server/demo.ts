// The demo's digests of a year's end, created by the same steps as a person's and sent to no one.
import { type RawBuilder, sql } from 'kysely'
import { addDays, instantOf } from '#core/contract/dates.ts'
import { switchName } from '#core/contract/notice.ts'
import { frequencies, instantOfRun, stampOfRun } from '#core/contract/series.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { demoCalendar } from '#core/server/demo/calendar.ts'
import type { DemoPart } from '#core/server/demo/demo.ts'
import { type FileChanges, filesOf } from '#core/server/files/store.ts'
import { ADMIN, findFirm, type InsightsFirm } from '../../../demo/server/firm.ts'
import type { DigestInput, ExternalContent } from '../../contract.ts'
import { digestNotice } from '../../mailContract.ts'
import { recordDeliveries } from '../../server/deliveryLog.ts'
import { insertList } from '../../server/lists.ts'
import { recordVisit } from '../../server/mail/opening.ts'
import { saveMailSettings } from '../../server/mail/settings.ts'
import { lockDigest } from '../../server/rows.ts'
import { endDigestRun, startRun } from '../../server/startRun.ts'
import { placePicture, type TemplateImage } from '../../server/templatePictures.ts'
import { insertTemplate } from '../../server/templates.ts'
import { changeDigest, insertDigest } from '../../server/writing.ts'
import { type DemoDigest, digests, lists, unsubscribed } from '../digests.ts'
import { logo, winterEvening } from '../pictures.ts'

/** Number of the advisory lock that serializes servers that start together. */
const SEED = 20_881
const GOES = '08:30:00'
const COLOR = '#1F3D5C'
const addressOf = (mailbox: string) => `${mailbox}@hartwell.example`

/** `origin` is this server's origin, as in links.ts. Runs after the Library, because digests contain its items. */
export const demoDigests = (origin: () => string): DemoPart => ({
  place: (database) => placeDigests(database, origin()),
})

type DemoDigestContext = {
  tx: Tx
  house: InsightsFirm
  origin: string
  /** Ids by name. */
  contents: ReadonlyMap<string, string>
  templates: Record<DemoDigest['template'], string>
  lists: ReadonlyMap<string, string>
}

/**
 * Fills the firm that has the Library, unless it already has digest data or lacks people or items that the demo needs.
 */
export async function placeDigests(database: Database, origin: string): Promise<void> {
  const hasNone = (
    orgId: RawBuilder<unknown>,
  ) => sql<boolean>`(not exists (select 1 from digests d where d.org_id = ${orgId})
    and not exists (select 1 from distribution_lists l where l.org_id = ${orgId}) and not exists (select 1 from style_templates t where t.org_id = ${orgId}))`
  const house = await findFirm(database, hasNone(sql`o.id`))
  if (!house) return
  const files = filesOf(database)
  const drawing = (as: 'logo' | 'image', svg: string) =>
    placePicture(files, house.id, as, { content: Buffer.from(svg), type: 'image/svg+xml', name: `${as}.svg` })
  const pictures = { logo: await drawing('logo', logo), image: await drawing('image', winterEvening) }
  const placed = [pictures.logo.placed, pictures.image.placed]
  await files.change(house.id, placed, async (change) => {
    const { tx } = change
    await tx.sql`select pg_advisory_xact_lock(${SEED})`
    if ((await tx.sql`select where ${hasNone(currentOrgId)}`).rows.length === 0) return
    const contents = await contentsOf(tx)
    if (!(await isWhole(tx, contents))) return
    await tell(change, { house, origin, contents, pictures })
  })
}

async function contentsOf(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await tx.sql<{ id: string; name: string }>`
    select id, name from contents where org_id = ${currentOrgId} and coalesce(expires > now(), true)`
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Someone can have changed the demo before it had digests. */
async function isWhole(tx: Tx, contents: ReadonlyMap<string, string>): Promise<boolean> {
  const named = digests.flatMap(({ runs }) => runs.flatMap((items) => items ?? []))
  const people = new Set(
    [
      ...Object.values(lists).flatMap((list) => list.people),
      ...digests.flatMap((one) => [...(one.people ?? []), one.author]),
    ].map(addressOf),
  )
  const { rows } = await tx.sql<{ count: number }>`
    select count(*)::int as count from users where org_id = ${currentOrgId} and email = any(${[...people]}) and deactivated_at is null`
  return named.every((name) => contents.has(name)) && rows[0]!.count === people.size
}

type Given = Pick<DemoDigestContext, 'house' | 'origin' | 'contents'> & {
  pictures: { logo: TemplateImage; image: TemplateImage }
}

async function tell(change: FileChanges, { pictures, ...given }: Given): Promise<void> {
  const { tx } = change
  const { house } = given
  const begun = { by: house.people.get(ADMIN)!.id, now: at(house, -90, '11:05:00') }
  await tx.sql`
    update users set settings = settings || jsonb_build_object(${switchName(digestNotice.kind, 'email')}::text, 0)
    where org_id = ${currentOrgId} and email = ${addressOf(unsubscribed)}`
  const templates = {
    logo: await insertTemplate(change, begun, {
      fields: { name: 'Hartwell & Stone', color: COLOR, image_selected: 0 },
      logo: pictures.logo,
      image: null,
    }),
    picture: await insertTemplate(change, begun, {
      fields: { name: 'Winter evening', color: COLOR, image_selected: 1 },
      logo: null,
      image: pictures.image,
    }),
  }
  const listed = new Map<string, string>()
  for (const [key, { name, people, ...list }] of Object.entries(lists)) {
    const user_ids = people.map((mailbox) => house.people.get(addressOf(mailbox))!.id)
    const group_ids = 'isOfGroup' in list ? house.groups : []
    listed.set(key, await insertList(tx, begun, { name, user_ids, group_ids }))
  }
  const telling = { tx, ...given, templates, lists: listed }
  for (const digest of digests) {
    // Clicks are counted from this digest on.
    if (digest.clicks) await countClicks(tx)
    await play(telling, digest)
  }
}

const countClicks = (tx: Tx) =>
  saveMailSettings(tx, {
    sender_name: 'Hartwell & Stone Insights',
    reply_name: '',
    reply_address: '',
    counts_clicks: true,
    place: '220 Harbor Street, Portland, OR 97209',
  })

const at = ({ zone, today }: InsightsFirm, days: number, time: string) =>
  instantOf(zone, `${addDays(today, days)} ${time}`)

/** Creates the digest the day before its first run, and sends each run except the one still to come. */
async function play(telling: DemoDigestContext, digest: DemoDigest): Promise<void> {
  const { tx, house } = telling
  const { daysAgo, frequency = frequencies.once, runs } = digest
  const session = { actor: house.people.get(addressOf(digest.author))!, org: { zone: house.zone } }
  const doing = (now: string) => ({ session, now, key: digest.title })
  if (daysAgo === undefined) {
    await insertDigest(tx, doing(at(house, -1, '16:40:00')), inputOf(telling, digest, { date: null, items: runs[0]! }))
    return
  }
  const calendar = demoCalendar(house.zone, at(house, 0, '12:00:00'))
  const day = calendar.workdayUpTo(addDays(house.today, -daysAgo))
  const series = { start: `${day} ${GOES}`, frequency, zone: house.zone }
  const made = instantOf(house.zone, `${addDays(day, -1)} 15:10:00`)
  const input = { date: series.start, items: runs[0]! }
  const { id } = await insertDigest(tx, doing(made), inputOf(telling, digest, input))
  for (const [n, items] of runs.entries()) {
    const before = n === 0 ? '' : `${stampOfRun(series, n - 1)!.slice(0, 10)} 17:20:00`
    if (n > 0 && items)
      await changeDigest(
        tx,
        doing(instantOf(house.zone, before)),
        id,
        inputOf(telling, digest, { date: series.start, items }),
      )
    const goes = instantOfRun(series, n)!
    if (goes < at(house, 0, '00:00:00')) await send(telling, digest, { id, goes, isFirst: n === 0 })
  }
}

function inputOf(
  { house, contents, templates, lists: listed }: DemoDigestContext,
  digest: DemoDigest,
  { date, items }: { date: string | null; items: readonly string[] },
): DigestInput {
  const link: ExternalContent[] = digest.link
    ? [{ ...digest.link, preview_id: null, thumbnail: '', duration: '', provider: '' }]
    : []
  return {
    title: digest.title,
    curated_by: digest.curatedBy,
    description: digest.description,
    subject: '',
    preheader: '',
    greets: true,
    date,
    template_id: templates[digest.template],
    videoinsight_ids: items.map((name) => contents.get(name)!),
    external_content: link,
    user_ids: (digest.people ?? []).map((mailbox) => house.people.get(addressOf(mailbox))!.id),
    list_ids: digest.lists.map((key) => listed.get(key)!),
    left_out_ids: [],
    frequency: digest.frequency ?? frequencies.once,
    auto_populate: false,
    draft: date === null,
  }
}

type Run = { id: string; goes: string; isFirst: boolean }

/** Marks the emails as sent in the transaction that queues them, so no sender ever sees one. */
async function send(
  { tx, house, origin }: DemoDigestContext,
  digest: DemoDigest,
  { id, goes, isFirst }: Run,
): Promise<void> {
  const where = { orgId: house.id, zone: house.zone, now: goes, origin }
  const runId = await startRun(tx, await lockDigest(tx, id), where)
  const { rows } = await tx.sql<{ user_id: string; email: string }>`
    select user_id, email from digest_recipients where org_id = ${currentOrgId} and run_id = ${runId} and state = 'waiting' order by email`
  const troubles = new Map(
    Object.entries((isFirst && digest.troubles) || {}).map(([mailbox, one]) => [addressOf(mailbox), one]),
  )
  await recordDeliveries(
    tx,
    runId,
    rows.map(({ user_id, email }) => ({ id: user_id, ...(troubles.get(email) ?? { state: 'sent', problem: '' }) })),
  )
  await tx.sql`update digest_recipients set moved_at = ${goes}::timestamptz + interval '8 seconds' where org_id = ${currentOrgId} and run_id = ${runId}`
  await endDigestRun(tx, runId, new Date(Date.parse(goes) + 9000).toISOString())
  for (const [place, [mailbox, items]] of Object.entries(digest.clicks ?? {}).entries())
    for (const [n, item] of items.entries()) {
      const opened = new Date(Date.parse(goes) + (place * 47 + n * 6 + 21) * 60_000).toISOString()
      await recordVisit(tx, { runId, userId: house.people.get(addressOf(mailbox))!.id, item }, opened)
    }
}
