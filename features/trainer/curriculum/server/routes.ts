// Endpoints for the curriculum. It belongs to no firm, so changes run outside of RLS and are recorded in the operators'
// audit log.

import { type RawBuilder, sql } from 'kysely'
import { changedMeanwhile, invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind, limitIs } from '#core/contract/phrases.ts'
import { audit, type NewAuditEntry } from '#core/server/audit.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { placeWorksheet, saveWorksheet } from '../../worksheets/server/editing.ts'
import { captionsAfter } from '../captions.ts'
import {
  type CurriculumOverview,
  curriculumLimits,
  type LessonInput,
  curriculumRoutes as routes,
  type State,
} from '../contract.ts'
import { handleOf, numbersOf, refuseState, refuseUnready, withCategoryAt, withLessonAt } from '../rules.ts'
import { authoredLesson, curriculumIn, noLesson } from './reading.ts'
import { lessonVideoRoutes } from './video.ts'

const amongAll: TransactionContext<unknown, unknown> = ({ database }, _, work) =>
  withoutRls(database, (tx) => work(tx, undefined))
const long = { isLong: true } as const

/** Returns the curriculum and locks it, so the second of two concurrent moves sees the result of the first. */
async function locked(tx: Tx): Promise<CurriculumOverview> {
  await tx.sql`select from lesson_clock for update`
  return curriculumIn(tx)
}

const noCategory = () => notFound(cannotFind('category'))
function categoryIn({ categories }: CurriculumOverview, id: string) {
  const found = categories.find((one) => one.id === id)
  if (!found) throw noCategory()
  return found
}
function lessonIn({ categories }: CurriculumOverview, id: string) {
  const found = categories.flatMap(({ lessons }) => lessons).find((one) => one.id === id)
  if (!found) throw noLesson()
  return found
}

/** Stores the order and the resulting numbers. Unchanged rows don't notify devices. */
async function arrange(tx: Tx, { categories }: CurriculumOverview): Promise<CurriculumOverview> {
  const order = categories.map(({ id }, position) => ({ id, position }))
  await tx.sql`
    update lesson_categories c set position = n.position from jsonb_to_recordset(${JSON.stringify(order)}::jsonb) as n (id uuid, position int)
    where c.id = n.id and c.position <> n.position`
  const numbers = numbersOf({ categories })
  const lessons = categories.flatMap((category) =>
    category.lessons.map(({ id }, position) => ({ id, category: category.id, position, number: numbers.get(id) })),
  )
  await tx.sql`
    update lessons l set category_id = n.category, position = n.position, number = n.number
    from jsonb_to_recordset(${JSON.stringify(lessons)}::jsonb) as n (id uuid, category uuid, position int, number int)
    where l.id = n.id and (l.category_id, l.position, l.number) is distinct from (n.category, n.position, n.number)`
  return curriculumIn(tx)
}

async function noted(tx: Tx, session: SignedInSession, entry: NewAuditEntry): Promise<CurriculumOverview> {
  await audit(tx, session, entry)
  return arrange(tx, await curriculumIn(tx))
}

/** SQL that sets a state, including when the content was archived. */
const stateTo = (
  state: State,
): RawBuilder<unknown> => sql`state = ${state}, archived_at = ${state === 'archived' ? sql`now()` : sql`null`},
  published_at = ${state === 'published' ? sql`coalesce(published_at, now())` : sql`published_at`}`

const categories: Handler[] = [
  defineIdempotentHandler(routes.addCategory, operator, {
    within: amongAll,
    async change(tx, { session, body }) {
      const before = await locked(tx)
      if (before.categories.length >= curriculumLimits.categories)
        throw new Refusal('not_allowed_now', limitIs(`${curriculumLimits.categories} categories`))
      const id = newId()
      await tx.sql`insert into lesson_categories (id, name, description, position, state)
        values (${id}, ${body.name}, ${body.description}, ${before.categories.length}, 'draft')`
      return noted(tx, session, { action: 'category.added', subject: { id, name: body.name } })
    },
  }),
  defineIdempotentHandler(routes.editCategory, operator, {
    within: amongAll,
    async change(tx, { session, params, body }) {
      const { id, name, revision } = categoryIn(await locked(tx), params.id)
      if (revision !== body.revision) throw changedMeanwhile('category')
      await tx.sql`
        update lesson_categories set name = ${body.name}, description = ${body.description}, revision = revision + 1 where id = ${id}`
      return noted(tx, session, {
        action: 'category.changed',
        subject: { id, name: body.name },
        details: name === body.name ? {} : { name: { from: name, to: body.name } },
      })
    },
  }),
  defineIdempotentHandler(routes.setCategoryState, operator, {
    within: amongAll,
    async change(tx, { session, params, body: { state } }) {
      const before = await locked(tx)
      const { id, name, state: from } = categoryIn(before, params.id)
      refuseState(from, state)
      if (from === state) return before
      await tx.sql`update lesson_categories set state = ${state} where id = ${id}`
      const subject = { id, name }
      return noted(
        tx,
        session,
        state === 'archived' ? { action: 'category.archived', subject } : { action: 'category.published', subject },
      )
    },
  }),
  defineIdempotentHandler(routes.placeCategory, operator, {
    within: amongAll,
    async change(tx, { session, params, body }) {
      const before = await locked(tx)
      const { id, name } = categoryIn(before, params.id)
      const after = withCategoryAt(before, id, body.before)
      if (!after) throw noCategory()
      await audit(tx, session, { action: 'category.moved', subject: { id, name } })
      return arrange(tx, after)
    },
  }),
  defineIdempotentHandler(routes.removeCategory, operator, {
    within: amongAll,
    async change(tx, { session, params }) {
      const { id, name, state, lessons } = categoryIn(await locked(tx), params.id)
      if (state !== 'draft')
        throw new Refusal('not_allowed_now', 'Published categories can’t be deleted. Archive this one instead.')
      if (lessons.length > 0) throw new Refusal('not_allowed_now', 'Move or delete the lessons in this category first.')
      await tx.sql`delete from lesson_categories where id = ${id}`
      return noted(tx, session, { action: 'category.removed', subject: { id, name } })
    },
  }),
]

const lessons: Handler[] = [
  defineIdempotentHandler(routes.addLesson, operator, {
    within: amongAll,
    async change(tx, { session, context, params, body: { title } }) {
      const before = await locked(tx)
      const category = categoryIn(before, params.id)
      if (before.categories.flatMap((one) => one.lessons).length >= curriculumLimits.lessons)
        throw new Refusal('not_allowed_now', limitIs(`${curriculumLimits.lessons} lessons`))
      const id = newId()
      await tx.sql`insert into lessons (id, category_id, number, title, handle, position)
        values (${id}, ${category.id}, 1, ${title}, ${await freeHandle(tx, handleOf(title))}, ${category.lessons.length})`
      await noted(tx, session, { action: 'lesson.added', subject: { id, name: title } })
      return authoredLesson(tx, id, { session, now: context.now })
    },
  }),
  defineIdempotentHandler(routes.editLesson, operator, {
    within: amongAll,
    async change(tx, { session, context, params, body }) {
      await locked(tx)
      const before = await authoredLesson(tx, params.id, { session, now: context.now })
      if (before.revision !== body.revision) throw changedMeanwhile('lesson')
      await refuseTakenHandle(tx, params.id, body)
      await tx.sql`
        update lessons set title = ${body.title}, description = ${body.description}, homework = ${body.homework}, handle = ${body.handle},
          transcript = ${body.transcript}, captions = ${captionsAfter(before, body.transcript)}, revision = revision + 1, changed_at = now() where id = ${params.id}`
      const names = (['title', 'description', 'homework', 'handle', 'transcript'] as const).filter(
        (name) => before[name] !== body[name],
      )
      if (names.length > 0)
        await audit(tx, session, {
          action: 'lesson.changed',
          subject: { id: params.id, name: body.title },
          details: { changed: names },
        })
      return authoredLesson(tx, params.id, { session, now: context.now })
    },
  }),
  defineIdempotentHandler(routes.setLessonState, operator, {
    within: amongAll,
    async change(tx, { session, params, body: { state } }) {
      const before = await locked(tx)
      const lesson = lessonIn(before, params.id)
      refuseState(lesson.state, state)
      if (lesson.state === state) return before
      if (state === 'published') refuseUnready(lesson)
      await tx.sql`update lessons set ${stateTo(state)}, revision = revision + 1, changed_at = now() where id = ${lesson.id}`
      const subject = { id: lesson.id, name: lesson.title }
      return noted(
        tx,
        session,
        state === 'archived' ? { action: 'lesson.archived', subject } : { action: 'lesson.published', subject },
      )
    },
  }),
  defineIdempotentHandler(routes.placeLesson, operator, {
    within: amongAll,
    async change(tx, { session, params, body }) {
      const before = await locked(tx)
      const { id, title } = lessonIn(before, params.id)
      const after = withLessonAt(before, id, body)
      if (!after) throw noCategory()
      await audit(tx, session, { action: 'lesson.moved', subject: { id, name: title } })
      return arrange(tx, after)
    },
  }),
  defineIdempotentHandler(routes.removeLesson, operator, {
    within: amongAll,
    async change(tx, { session, params }) {
      const { id, title, state } = lessonIn(await locked(tx), params.id)
      if (state !== 'draft')
        throw new Refusal('not_allowed_now', 'Published lessons can’t be deleted. Archive this one instead.')
      await tx.sql`update lessons set worksheet_id = null where id = ${id}`
      await tx.sql`delete from worksheet_versions where worksheet_id in (select w.id from worksheets w where w.lesson_id = ${id})`
      await tx.sql`delete from worksheets where lesson_id = ${id}`
      await tx.sql`delete from lessons where id = ${id}`
      return noted(tx, session, { action: 'lesson.removed', subject: { id, name: title } })
    },
  }),
  defineIdempotentHandler(routes.saveWorksheet, operator, {
    within: amongAll,
    async change(tx, { session, context, params, body: { version, ...given } }) {
      await locked(tx)
      const { title, worksheet } = await authoredLesson(tx, params.id, { session, now: context.now })
      if (worksheet?.is_taken_off || (worksheet?.versions.at(-1)?.version ?? 0) !== version)
        throw changedMeanwhile('lesson')
      const saved = await saveWorksheet(tx, params.id, given)
      await audit(tx, session, {
        action: 'worksheet.changed',
        subject: { id: params.id, name: title },
        details: { version: saved.version },
      })
      return authoredLesson(tx, params.id, { session, now: context.now })
    },
  }),
  defineIdempotentHandler(routes.placeWorksheet, operator, {
    within: amongAll,
    async change(tx, { session, context, params, body: { is_taken_off, version } }) {
      await locked(tx)
      const lesson = await authoredLesson(tx, params.id, { session, now: context.now })
      const { title, worksheet } = lesson
      if (!worksheet) throw notFound('This lesson has no worksheet.')
      if (worksheet.versions.at(-1)?.version !== version) throw changedMeanwhile('lesson')
      if (worksheet.is_taken_off === is_taken_off) return lesson
      await placeWorksheet(tx, params.id, { id: worksheet.id, isTakenOff: is_taken_off })
      const subject = { id: params.id, name: title }
      await audit(
        tx,
        session,
        is_taken_off ? { action: 'worksheet.taken_off', subject } : { action: 'worksheet.put_back', subject },
      )
      return authoredLesson(tx, params.id, { session, now: context.now })
    },
  }),
]

export const curriculumServed: Handler[] = [
  defineHandler(routes.list, operator, ({ database }) => withoutRls(database, curriculumIn), long),
  defineHandler(
    routes.readLesson,
    operator,
    ({ database, session, context, params }) =>
      withoutRls(database, (tx) => authoredLesson(tx, params.id, { session, now: context.now })),
    long,
  ),
  ...categories,
  ...lessons,
  ...lessonVideoRoutes,
]

async function refuseTakenHandle(tx: Tx, lessonId: string, { handle }: Pick<LessonInput, 'handle'>): Promise<void> {
  const { rows } = await tx.sql<{
    title: string
  }>`select title from lessons where handle = ${handle} and id <> ${lessonId}`
  if (rows[0]) throw invalid({ handle: `The lesson “${rows[0].title}” already has this handle.` })
}

/** Returns the handle, with a number if another lesson has it. */
async function freeHandle(tx: Tx, handle: string): Promise<string> {
  const { rows } = await tx.sql<{
    handle: string
  }>`select handle from lessons where handle = ${handle} or handle like ${`${handle}-%`}`
  const taken = new Set(rows.map((one) => one.handle))
  for (let n = 1; ; n++) {
    const one = n === 1 ? handle : `${handle}-${n}`
    if (!taken.has(one)) return one
  }
}
