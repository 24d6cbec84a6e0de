import { addDays, formatDay, formatDue, weekdayOf } from '#core/contract/dates.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { isGuid } from '#core/contract/guid.ts'
import { type Stages, stagePlaces } from '#core/contract/stages.ts'
import { QUIET_DAYS } from '#features/touches/lastTouchContract.ts'
import { Bucket, limits, type Status, type Target, TargetValue, Type, wordsNames } from '../../contract.ts'
import { bucketOf } from '../../facts.ts'
import { type CloseOption, closeGroups, closeOptions } from '../../stages/closeOptions.ts'
import { type Direction, directions, firstDirection, type ListSort, listOrder, listSorts } from '../order.ts'

const quietOptions = ['30'] as const
type Quiet = (typeof quietOptions)[number]

/** Targets in no stage. */
export const NO_STAGE = 'none'

/** The board is for firms with stages. */
export const views = ['tiles', 'list', 'board'] as const
export type ListView = (typeof views)[number]

/** Returns the view that a list has: the board shows only what is pursued. */
export const viewShown = (view: ListView | undefined, status: Status, hasStages: boolean): ListView =>
  view === 'board' && !(hasStages && status === 'active') ? 'tiles' : (view ?? 'tiles')

/**
 * The query of the search, sort, and filter panel. An empty filter matches everything. Without a view, the device's is
 * used.
 */
export type ListQuery = {
  q: string
  sort: ListSort
  dir: Direction
  bucket: readonly Bucket[]
  value: readonly TargetValue[]
  type: readonly Type[]
  quiet: readonly Quiet[]
  /** IDs of stages, or `NO_STAGE`. */
  stage: readonly string[]
  close: readonly CloseOption[]
  view?: ListView | undefined
}

/** By due date, most overdue first, without filters. Source: the specification, section 9, and RULINGS, section 4. */
export const plainQuery: ListQuery = {
  q: '',
  sort: 'due',
  dir: 'desc',
  bucket: [],
  value: [],
  type: [],
  quiet: [],
  stage: [],
  close: [],
}

export const filterKinds = ['bucket', 'value', 'type', 'quiet', 'stage', 'close'] as const
export type FilterKind = (typeof filterKinds)[number]

/** Counts what is chosen, without the buckets, which have buttons of their own. */
export const filterCount = (query: ListQuery): number =>
  filterKinds.reduce((count, kind) => count + (kind === 'bucket' ? 0 : query[kind].length), 0)

/** Clears all filters. */
export const noFilters = { bucket: [], value: [], type: [], quiet: [], stage: [], close: [] } as const

export const isNarrowed = (query: ListQuery): boolean =>
  query.q.trim() !== '' || filterKinds.some((kind) => query[kind].length > 0)

/** Reads the URL's search parameters and ignores invalid ones. */
export function readListQuery(search: Record<string, unknown>): ListQuery {
  const pick = <T extends string>(options: readonly T[], given: unknown): T[] => {
    const words = String(given ?? '').split(',')
    return options.filter((option) => words.includes(option))
  }
  const sort = pick(listSorts, search.sort)[0] ?? plainQuery.sort
  return {
    q: String(search.q ?? '').slice(0, limits.search),
    sort,
    dir: pick(directions, search.dir)[0] ?? firstDirection(sort),
    bucket: pick(Bucket.options, search.bucket),
    value: pick(TargetValue.options, search.value),
    type: pick(Type.options, search.type),
    quiet: pick(quietOptions, search.quiet),
    stage: String(search.stage ?? '')
      .split(',')
      .filter((one) => one === NO_STAGE || isGuid(one)),
    close: pick(closeOptions, search.close),
    view: pick(views, search.view)[0],
  }
}

/** Returns the query as search parameters without defaults, to keep URLs short. */
export function searchOf({ q, sort, dir, view, ...query }: ListQuery): Record<string, string> {
  const all = {
    q: q.trim(),
    sort: sort === plainQuery.sort ? '' : sort,
    dir: dir === firstDirection(sort) ? '' : dir,
    ...Object.fromEntries(filterKinds.map((kind) => [kind, query[kind].join(',')])),
    view: view ?? '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, word]) => word !== ''))
}

export type Counts = {
  bucket: Record<Bucket, number>
  value: Record<TargetValue, number>
  type: Record<Type, number>
  quiet: Record<Quiet, number>
  /** Empty for a firm without stages. */
  stage: Record<string, number>
  close: Record<CloseOption, number>
}
export type Listing = {
  shown: readonly Target[]
  /** Number of targets without search and filters. */
  total: number
  /** Number of results for each option, given the search and the other filters. */
  counts: Counts
  /** Counts of all lists, for the sub-tabs. */
  byStatus: Record<Status, number>
  /** Targets shared with this person but not yet accepted or declined. */
  pending: readonly Target[]
}

type ListingOf = (
  rows: readonly Target[],
  status: Status,
  query: ListQuery,
  today: string,
  stages?: Stages | null,
) => Listing

/**
 * Remembers the last order, so that only changed rows are sorted in. `today` is the firm's day, 'YYYY-MM-DD'. Without
 * stages, filters and orders by stage and expected close have no effect.
 */
export function makeListing(): ListingOf {
  let last: { order: string; entries: Entry[] } = { order: '', entries: [] }
  let said: Listing | null = null
  return (rows, status, query, today, stages = null) => {
    const places = stages && stagePlaces(stages)
    const { mine, byStatus, pending } = divide(rows, status)
    const order = `${status} ${query.sort} ${query.dir} ${stages?.version}`
    const inOrder = listOrder(status, query.sort, query.dir, places ?? undefined)
    const compare: Comparison = (a, b) => inOrder(a.row, b.row)
    const entries = last.order === order ? resort(last.entries, mine, compare) : [...mine].sort(compare)
    last = { order, entries }
    said = asBefore(said, {
      ...narrow(entries, query, { today, stages, places }),
      total: entries.length,
      byStatus,
      pending,
    })
    return said
  }
}

/** Reuses unchanged objects from last time, so that components showing only those aren't rendered again. */
function asBefore(last: Listing | null, next: Listing): Listing {
  if (!last) return next
  const { pending } = last
  const isSamePending = pending.length === next.pending.length && pending.every((row, i) => row === next.pending[i])
  return {
    ...next,
    counts: sameOr(last.counts, next.counts),
    byStatus: sameOr(last.byStatus, next.byStatus),
    pending: isSamePending ? pending : next.pending,
  }
}

const sameOr = <T>(last: T, next: T): T => (JSON.stringify(last) === JSON.stringify(next) ? last : next)

/** Values computed once per row object. A changed row is a new object. */
type Entry = { row: Target; text: string; mark: number }
const entriesByRow = new WeakMap<Target, Entry>()
function entryOf(row: Target): Entry {
  let entry = entriesByRow.get(row)
  if (!entry) {
    entry = { row, text: '', mark: 0 }
    entriesByRow.set(row, entry)
  }
  return entry
}

function divide(rows: readonly Target[], status: Status) {
  const byStatus: Record<Status, number> = { active: 0, archived: 0, completed: 0, lost: 0, deleted: 0 }
  const pending: Target[] = []
  const mine: Entry[] = []
  for (const row of rows) {
    if (row.shared === 'revoked' || row.shared === 'rejected') continue
    if (row.shared === 'pending') {
      pending.push(row)
      continue
    }
    byStatus[row.status]++
    if (row.status === status) mine.push(entryOf(row))
  }
  return { mine, byStatus, pending }
}

// — order ——————————————————————————————————————————————————————————————————————————————————————

type Comparison = (a: Entry, b: Entry) => number

let marks = 0
/** One pass if little changed. */
function resort(before: readonly Entry[], now: readonly Entry[], compare: Comparison): Entry[] {
  const isHere = ++marks
  const isKept = ++marks
  for (const entry of now) entry.mark = isHere
  const kept = before.filter((entry) => entry.mark === isHere)
  for (const entry of kept) entry.mark = isKept
  const fresh = now.filter((entry) => entry.mark === isHere).sort(compare)
  if (fresh.length === 0) return kept
  const merged: Entry[] = []
  let next = 0
  for (const entry of kept) {
    while (next < fresh.length && compare(fresh[next]!, entry) < 0) merged.push(fresh[next++]!)
    merged.push(entry)
  }
  while (next < fresh.length) merged.push(fresh[next++]!)
  return merged
}

// — search and filters —————————————————————————————————————————————————————————————————————————

type Given = { today: string; stages: Stages | null; places: ReadonlyMap<string, number> | null }

/** A Target that fails one filter counts only for that filter's options. Runs for each row on each action. */
function narrow(
  entries: readonly Entry[],
  query: ListQuery,
  { today, stages, places }: Given,
): Pick<Listing, 'shown' | 'counts'> {
  const shown: Target[] = []
  const counts: Counts = {
    bucket: { overdue: 0, soon: 0, later: 0 },
    value: { L: 0, M: 0, H: 0 },
    type: { client: 0, prospect: 0, refsource: 0 },
    quiet: { 30: 0 },
    stage: {},
    close: { passed: 0, quarter: 0, next: 0, later: 0, none: 0 },
  }
  const quietSince = addDays(today, -QUIET_DAYS)
  const isFound = searching(query.q, today)
  const bucketOn = bucketing(today)
  const closeOn = closeGroups(today)
  /** By place. The last one is no stage. */
  const stageIds = stages ? [...stages.inOrder.map(({ id }) => id), NO_STAGE] : []
  const inStages = stageIds.map(() => 0)
  const wantedStages = stages && query.stage.length > 0 ? stageIds.map((id) => query.stage.includes(id)) : null
  const wantedCloses = stages && query.close.length > 0 ? query.close : null
  for (const entry of entries) {
    if (!isFound(entry)) continue
    const { row } = entry
    const bucket = bucketOn(row)
    const isQuiet = (row.last_touch ?? row.created.slice(0, 10)) <= quietSince
    const place = row.stage && places ? (places.get(row.stage) ?? stageIds.length - 1) : stageIds.length - 1
    const close = stages ? closeOn(row.expected_close) : 'none'
    const inBucket = query.bucket.length === 0 || (bucket !== null && query.bucket.includes(bucket))
    const inValue = query.value.length === 0 || query.value.includes(row.value)
    const inType = query.type.length === 0 || query.type.includes(row.type)
    const inQuiet = query.quiet.length === 0 || isQuiet
    const inStage = wantedStages === null || wantedStages[place]!
    const inClose = wantedCloses === null || wantedCloses.includes(close)
    const failures = +!inBucket + +!inValue + +!inType + +!inQuiet + +!inStage + +!inClose
    if (failures > 1) continue
    const isShown = failures === 0
    if (isShown) shown.push(row)
    if ((isShown || !inBucket) && bucket) counts.bucket[bucket]++
    if (isShown || !inValue) counts.value[row.value]++
    if (isShown || !inType) counts.type[row.type]++
    if ((isShown || !inQuiet) && isQuiet) counts.quiet[30]++
    if (!stages) continue
    if (isShown || !inStage) inStages[place]!++
    if (isShown || !inClose) counts.close[close]++
  }
  for (const [place, id] of stageIds.entries()) counts.stage[id] = inStages[place]!
  return { shown, counts }
}

/** Computes the bucket of each due date once, because many targets share one. */
function bucketing(today: string): (row: Target) => Bucket | null {
  const byDue = new Map<string | null, Bucket | null>()
  return (row) => {
    if (row.status !== 'active') return null
    let bucket = byDue.get(row.due)
    if (bucket === undefined) {
      bucket = bucketOf(row, today)
      byDue.set(row.due, bucket)
    }
    return bucket
  }
}

/** Matches if every word is in the contact, company, goal, due text, email, or notes. */
function searching(q: string, today: string): (entry: Entry) => boolean {
  const words = foldCase(q).split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  const byDue = new Map<string, string>()
  const dueText = ({ due }: Target) => {
    if (!due) return ''
    let text = byDue.get(due)
    if (text === undefined) {
      text = foldCase(`${formatDue(due, today)} ${weekdayOf(due)} ${formatDay(due)} ${due}`)
      byDue.set(due, text)
    }
    return text
  }
  return (entry) => {
    entry.text ||= textOf(entry.row)
    return words.every((word) => entry.text.includes(word) || dueText(entry.row).includes(word))
  }
}

const textOf = (target: Target): string =>
  foldCase([...wordsNames.map((name) => target[name]), target.note, ...target.notes.map((one) => one.note)].join('\n'))
