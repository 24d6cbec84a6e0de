// The Trainer in the demo: the vendor's curriculum and people's progress.
import { readFile } from 'node:fs/promises'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoPart, DemoSetting } from '#core/server/demo/demo.ts'
import { type Random, randomOf } from '#core/server/demo/random.ts'
import { newId } from '#core/server/ids.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { addCategory, addPublishedLesson } from '../../lessons/server/publishing.ts'
import { type LessonQuery, lessonsOf } from '../../lessons/server/reading.ts'
import { watch } from '../../lessons/server/watching.ts'
import { curriculum } from '../curriculum.ts'
import { assignLessons } from './assigned.ts'
import { sittingsOf } from './sittings.ts'
import { linkStepHelp } from './stepHelp.ts'
import { placeVideos } from './videos.ts'
import { fillWorksheets, publishWorksheets } from './worksheets.ts'

/** Separate random seed, so the Trainer's data doesn't change pipelines. */
const SEED = 20_611

export const demoLessons: DemoPart = {
  publish,
  place: placeVideos,
  async fill(tx, firm, setting) {
    const random = randomOf(SEED)
    for (const [email, actor] of firm.people) await watchAll(tx, email, actor, setting, random)
    await fillWorksheets(tx, firm, setting)
    await assignLessons(tx, firm, setting)
  },
}

/** Base URL of the lessons' files. */
const HERE = new URL('../', import.meta.url)

async function publish(tx: Tx): Promise<void> {
  const ids = new Map<number, string>()
  for (const [position, category] of curriculum.categories.entries()) {
    const categoryId = await addCategory(tx, { ...category, position })
    const mine = curriculum.lessons.filter((lesson) => lesson.category === category.name)
    for (const [place, lesson] of mine.entries()) {
      const captions = await readFile(new URL(lesson.captions, HERE), 'utf8')
      ids.set(lesson.number, await addPublishedLesson(tx, { ...lesson, captions, categoryId, position: place }))
    }
  }
  await publishWorksheets(tx, ids)
  await linkStepHelp(tx, ids)
}

async function watchAll(tx: Tx, email: string, actor: Actor, { calendar, zone }: DemoSetting, random: Random) {
  const reader = { id: actor.id, zone, hasFirmContent: false }
  const lessons = await lessonsOf(tx, reader)
  for (const { lesson, share, at } of sittingsOf(email, lessons.length, calendar, random))
    await play(tx, lessons[lesson]!, share, { reader, actor, zone, at })
}

type Sat = { reader: Parameters<typeof watch>[1]; actor: Actor; zone: string; at: string }

async function play(
  tx: Tx,
  { id, seconds }: LessonQuery,
  share: readonly [number, number],
  { reader, actor, zone, at }: Sat,
) {
  const [from, to] = share.map((part) => Math.round(part * seconds)) as [number, number]
  const context = { actor, zone, now: at, key: newId(), newId }
  await watch(tx, reader, context, { id, watched: to, ranges: [[from, to]] })
}
