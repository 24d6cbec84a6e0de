// Panels on work: five figures, the pipeline, dollars won by month, and people.
import { addDays, daysBetween } from '#core/contract/dates.ts'
import { daysBefore } from '#core/contract/ranges.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ThisAndNextQuarter } from '#features/pipeline/forecast/figuresContract.ts'
import { AGES, type Worked } from '#features/targets/figures/server/contract.ts'
import { trainerFlag } from '#features/trainer/flagsContract.ts'
import { type KpiFigures, type PeopleFigures, type PipelineFigures, SILENT_DAYS, type Won } from '../figuresContract.ts'
import type { Counting, Sources } from './sources.ts'

export async function readFigures(tx: Tx, counting: Counting, { teamFigures }: Sources): Promise<KpiFigures> {
  const { days, made, zone } = counting
  const before = daysBefore(days)
  const [now, then] = (await teamFigures.worked(tx, counting, [days, before])) as [Worked, Worked]
  // Without earlier data there is nothing to compare with.
  const isComparable = now.has_before
  const change = (figure: (worked: Worked) => number | null) => ({
    now: figure(now),
    before: isComparable ? figure(then) : null,
  })
  return {
    won: change(({ won }) => won),
    projected: change(({ projected }) => projected),
    steps: change(({ steps }) => steps),
    on_time: change(onTime),
    score: change(scoreOf),
    before,
    made,
    zone,
  }
}

const scoreOf = ({ score }: Worked) => (score === null ? null : Math.round(score))
/** Percentage of the steps with a due date. */
const onTime = ({ on_time, dated }: Worked) => (dated === 0 ? null : Math.round((100 * on_time) / dated))

export async function readPipelineFigures(
  tx: Tx,
  counting: Counting,
  { teamFigures }: Sources,
): Promise<PipelineFigures> {
  const [first, ...others] = AGES
  const between = others.map((days, at) => `${AGES[at]! + 1}–${days}`)
  return {
    ages: [`0–${first}`, ...between, `${AGES.at(-1)}+`],
    cells: await teamFigures.stages(tx, counting),
  }
}

export const quartersAhead = (tx: Tx, counting: Counting, { teamForecast }: Sources): Promise<ThisAndNextQuarter> =>
  teamForecast(tx, counting)

const MONTHS = 12

export async function wonByMonth(tx: Tx, counting: Counting, { teamFigures }: Sources): Promise<Won> {
  const last = Number(counting.today.slice(0, 4)) * 12 + Number(counting.today.slice(5, 7)) - 1
  const named = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  const first = last - MONTHS + 1
  const found = await teamFigures.wonByMonth(tx, counting, `${named(first - 12)}-01`)
  const won = new Map(found.map((one) => [one.month, one.won]))
  const months = Array.from({ length: MONTHS }, (_, at) => first + at)
  return {
    months: months.map((month) => ({
      month: named(month),
      won: won.get(named(month)) ?? 0,
      last_year: won.get(named(month - 12)) ?? 0,
    })),
  }
}

const STEP = 20
const SPANS = [0, 1, 2, 3, 4].map((place) => ({ from: place * STEP, to: place === 4 ? 100 : (place + 1) * STEP - 1 }))
/** Maximum number of names, as many as people read. */
const MOST_SILENT = 50

export async function readPeopleFigures(
  tx: Tx,
  counting: Counting,
  { teamFigures, teamLearning }: Sources,
): Promise<PeopleFigures> {
  const scores = await teamFigures.scores(tx, counting)
  const worked = await teamFigures.lastWorked(tx, counting)
  const lessons = counting.has(trainerFlag) ? await teamLearning.lastLearned(tx, counting) : []
  const learned = new Map(lessons.map(({ user_id, day }) => [user_id, day]))
  const all = worked.map(({ user_id, name, since, worked: day }) => {
    const last = [day, learned.get(user_id) ?? null].reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b))
    return { id: user_id, name, last, days: daysBetween(last ?? since, counting.today) }
  })
  const [silent, others] = [all.filter(isSilent), all.filter((one) => !isSilent(one))]
  return {
    people: worked.length,
    scores: SPANS.map(({ from, to }) => ({
      from,
      to,
      people: scores.filter(({ score }) => score >= from && score <= to).length,
    })),
    silent: silent.sort((a, b) => b.days - a.days || a.name.localeCompare(b.name)).slice(0, MOST_SILENT),
    not_begun: others.filter(({ last }) => last === null).length,
  }
}

const isSilent = ({ days }: { days: number }) => days >= SILENT_DAYS

/** Returns the Mondays of this many whole weeks before `monday`. */
export const mondaysBefore = (monday: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, at) => addDays(monday, 7 * (at - weeks)))
