// Finds places that can be linked and that the caller can open.
import { sql } from 'kysely'
import { dayIn, formatDayShort } from '#core/contract/dates.ts'
import { formatPosition } from '#core/contract/playing.ts'
import type { PortInput } from '#core/contract/ports.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { openableAssets } from '#features/assets/server/contract.ts'
import { lessonParts } from '../../lessons/server/policies.ts'
import type { WorksheetHead } from '../../worksheets/contract.ts'
import { isPublished, worksheetTables } from '../../worksheets/server/feeds.ts'
import type { HelpLink, LinkedLesson, ShownLink } from '../contract.ts'

export type OpenableAssets = PortInput<{ assets: typeof openableAssets }>['assets']
/** Session of the caller, and the current instant. */
export type HelpViewer = { session: SignedInSession; now: string }

type Lesson = Omit<LinkedLesson, 'worksheet'> & {
  /** Index of its category among the published ones; null for one of the firm's own. */
  place: number | null
}
type Sheet = {
  id: string
  lesson_id: string
  questions: WorksheetHead[] /** Keys of the questions that the caller has answered. */
  answered: string[]
}
type Asset = Awaited<ReturnType<OpenableAssets>>[number]

/** Keyed by ID. */
export type Places = {
  lessons: ReadonlyMap<string, Lesson>
  sheets: ReadonlyMap<string, Sheet>
  assets: ReadonlyMap<string, Asset>
}

/** Returns the places among these that the caller can open, or all with null. Archived ones are left out. */
export async function placesOf(
  tx: Tx,
  session: SignedInSession,
  openable: OpenableAssets,
  links: readonly HelpLink[] | null,
): Promise<Places> {
  const idsOf = (kind: HelpLink['kind']) => links?.flatMap((link) => (link.kind === kind ? link.id : [])) ?? null
  const [lessons, sheets, assets] = [
    await lessonsOf(tx, session, idsOf('lesson')),
    await sheetsOf(tx, session, idsOf('question')),
    await openable(tx, session, idsOf('asset')),
  ]
  const byId = <R extends { id: string }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]))
  return { lessons: byId(lessons), sheets: byId(sheets), assets: byId(assets) }
}

async function lessonsOf(tx: Tx, session: SignedInSession, ids: string[] | null): Promise<Lesson[]> {
  if (ids?.length === 0) return []
  const among = (id: string) => (ids === null ? sql`true` : sql`${sql.ref(id)} = any(${ids}::uuid[])`)
  const ofFirm = lessonParts(session).hasFirmContent
    ? sql`union all select f.id, 0, f.title, f.seconds, null::int, 0, 0 from firm_lessons f
        where f.org_id = ${currentOrgId} and f.state = 'published' and ${among('f.id')}`
    : sql``
  const { rows } = await tx.sql<Lesson>`
    select id, number, title, seconds, place from (
      select l.id, l.number, l.title, l.seconds, (select count(*)::int from shared_lesson_categories o where o.state = 'published' and o.position < c.position) as place,
        c.position, l.position as among
      from shared_lessons l join shared_lesson_categories c on c.id = l.category_id
      where l.state = 'published' and c.state = 'published' and ${among('l.id')} ${ofFirm}) every
    order by place nulls last, position, among, number, title, id`
  return rows
}

async function sheetsOf(tx: Tx, { actor }: SignedInSession, ids: string[] | null): Promise<Sheet[]> {
  if (ids?.length === 0) return []
  const { rows } = await tx.sql<Sheet>`
    select w.id, w.lesson_id, v.questions, (select coalesce(json_agg(distinct split_part(x.name, '.', 2)), '[]') from worksheet_cells x
      where x.org_id = ${currentOrgId} and x.user_id = ${actor.id} and x.worksheet_id = w.id and x.version = v.version and x.value <> '') as answered
    from ${worksheetTables} where ${isPublished} and l.state = 'published' and c.state = 'published' and l.worksheet_id = w.id
      and ${ids === null ? sql`true` : sql`w.id = any(${ids}::uuid[])`}`
  return rows
}

/** Returns a link for display, or null if the caller can't open its destination. */
export function shownHelp(link: HelpLink, places: Places, { session, now }: HelpViewer): ShownLink | null {
  if (link.kind === 'lesson') return shownLesson(link, places.lessons.get(link.id))
  if (link.kind === 'question') return shownQuestion(link, places.sheets.get(link.id))
  const asset = places.assets.get(link.id)
  if (!asset) return null
  const changed = formatDayShort(asset.changed, dayIn(session.org.zone, now))
  const about = `Asset, ${asset.pages} ${asset.pages === 1 ? 'page' : 'pages'}, changed ${changed}`
  return { kind: 'asset', title: asset.name, about, path: `/viewer/assets/${asset.id}`, poster: null }
}

function shownLesson({ id, second }: HelpLink & { kind: 'lesson' }, lesson: Lesson | undefined): ShownLink | null {
  if (!lesson) return null
  const { number, title, seconds, place } = lesson
  // If the video was replaced by a shorter one, the link starts at the beginning.
  const at = second < seconds ? second : 0
  const minutes = Math.max(1, Math.round((seconds - at) / 60))
  const parts = [
    place === null ? 'Firm Content' : `Lesson ${number}`,
    ...(at > 0 ? [`from ${formatPosition(at)}`] : []),
    `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
  ]
  const poster = place === null ? null : { place, number }
  return { kind: 'lesson', title, about: parts.join(', '), path: `/lesson/${id}?at=${at}`, poster }
}

function shownQuestion({ question }: HelpLink & { kind: 'question' }, sheet: Sheet | undefined): ShownLink | null {
  const at = sheet?.questions.findIndex(({ key }) => key === question) ?? -1
  if (!sheet || at === -1) return null
  const { lesson_id, questions, answered } = sheet
  return {
    kind: 'question',
    title: questions[at]!.text,
    about: `Worksheet, question ${at + 1}, ${answered.includes(question) ? 'answered' : 'no answer yet'}`,
    path: `/lesson/${lesson_id}?tab=worksheet&question=${question}`,
    poster: null,
  }
}
