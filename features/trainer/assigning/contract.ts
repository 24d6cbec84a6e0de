// Lessons and categories that somebody is asked to learn: nouns, calls, and what people are told. No rules.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { trainerFlag } from '../flagsContract.ts'

/** People and groups of one call. */
export const limits = { people: 500, groups: 50 }

export const AssignInput = z.strictObject({
  user_ids: z.array(id).max(limits.people).default([]),
  /** All who are in them now. */
  group_ids: z.array(id).max(limits.groups).default([]),
  due: day.nullable().default(null),
})
export type AssignInput = z.infer<typeof AssignInput>

export const Assigned = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  /** Who assigned it, by name. */
  by: z.string(),
  due: day.nullable(),
  /** All of it is done. */
  done: z.enum(['yes', 'no']),
  at: z.iso.datetime(),
})
export type Assigned = z.infer<typeof Assigned>

/** Of a lesson or of a category. */
const params = z.strictObject({ id })
const answer = z.object({ assigned: z.array(Assigned) })

export const routes = {
  list: defineRoute({
    name: 'lessons.assigned',
    method: 'GET',
    path: 'lessons/:id/assign',
    summary: 'To whom of those that I manage a lesson, or each of a category, is assigned',
    params,
    answer,
  }),
  assign: defineRoute({
    name: 'lessons.assign',
    method: 'POST',
    path: 'lessons/:id/assign',
    summary:
      'Assign a lesson, or each of a category, to people and to all of groups; who has it already gets the new day',
    params,
    body: AssignInput,
    answer,
  }),
  takeBack: defineRoute({
    name: 'lessons.takeBack',
    method: 'DELETE',
    path: 'lessons/:id/assign/:user_id',
    summary: 'Take back what was assigned to somebody',
    params: z.strictObject({ id, user_id: id }),
  }),
}

export const lessonAssigned = defineNotice({
  kind: 'lesson_assigned',
  label: 'Assigned lessons',
  flag: trainerFlag,
  why: 'When a manager asks you to watch a lesson.',
  switches: { email: 'Assigned lessons, by e-mail', push: 'Assigned lessons, by push' },
  leaves: 'soon',
  title: 'A lesson for you',
  button: 'Open the lesson',
  several: (count) => `${count} assigned lessons`,
})

export const lessonReminder = defineNotice({
  kind: 'lesson_reminders',
  label: 'Lessons that are due',
  flag: trainerFlag,
  why: 'Three days before an assigned lesson is due, on the day, and the day after.',
  switches: { email: 'Lessons that are due, by e-mail', push: 'Lessons that are due, by push' },
  leaves: 'bundled',
  title: 'A lesson is due',
  button: 'Open the lesson',
  several: (count) => `${count} lessons that are due`,
})
