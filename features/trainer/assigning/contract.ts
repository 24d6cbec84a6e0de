// Contract of assignments: lessons and categories that people are asked to learn, the endpoints, and notices.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { trainerFlag } from '../flagsContract.ts'

/** Maximum number of people and groups in one request. */
export const limits = { people: 500, groups: 50 }

export const AssignInput = z.strictObject({
  user_ids: z.array(id).max(limits.people).default([]),
  /** Includes everyone in these groups and everyone who joins later. */
  group_ids: z.array(id).max(limits.groups).default([]),
  due: day.nullable().default(null),
})
export type AssignInput = z.infer<typeof AssignInput>

export const Assigned = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  /** Name of the person who assigned it. */
  by: z.string(),
  due: day.nullable(),
  /** Whether all of it is done. */
  done: z.enum(['yes', 'no']),
  at: z.iso.datetime(),
  /** Group through which they have it; null if assigned by name. */
  group: z.object({ id, name: z.string() }).nullable(),
})
export type Assigned = z.infer<typeof Assigned>

export const AssignedGroup = z.object({
  group_id: id,
  name: z.string(),
  /** Number of current members. */
  members: z.int(),
  by: z.string(),
  due: day.nullable(),
})
export type AssignedGroup = z.infer<typeof AssignedGroup>

/** An assigned lesson or category. */
export const AssignedLine = z.object({
  /** ID of the lesson or the category. */
  id,
  title: z.string(),
  is_category: z.boolean(),
  by: z.string(),
  due: day.nullable(),
  done: z.enum(['yes', 'no']),
  /** Whether the due date has passed and it isn't done. */
  overdue: z.enum(['yes', 'no']),
})
export type AssignedLine = z.infer<typeof AssignedLine>

/** ID of a lesson or a category. */
const params = z.strictObject({ id })
const answer = z.object({ assigned: z.array(Assigned), groups: z.array(AssignedGroup) })
export type AssignedTo = z.infer<typeof answer>

export const routes = {
  list: defineRoute({
    name: 'lessons.assigned',
    method: 'GET',
    path: 'lessons/:id/assign',
    summary: 'List which of the people I manage have a lesson or category assigned',
    params,
    answer,
  }),
  assign: defineRoute({
    name: 'lessons.assign',
    method: 'POST',
    path: 'lessons/:id/assign',
    summary: 'Assign a lesson or category to people and groups; anyone who already has it gets the new due date',
    params,
    body: AssignInput,
    answer,
  }),
  takeBack: defineRoute({
    name: 'lessons.takeBack',
    method: 'DELETE',
    path: 'lessons/:id/assign/:user_id',
    summary: 'Unassign a person',
    params: z.strictObject({ id, user_id: id }),
  }),
  takeBackGroup: defineRoute({
    name: 'lessons.takeBackGroup',
    method: 'DELETE',
    path: 'lessons/:id/assign/groups/:group_id',
    summary: 'Unassign a group, including everyone who got the assignment through it',
    params: z.strictObject({ id, group_id: id }),
  }),
  ofPerson: defineRoute({
    name: 'lessons.assignedTo',
    method: 'GET',
    path: 'people/:id/assigned',
    summary: 'List what’s assigned to someone I manage, by due date',
    params,
    answer: z.object({ assigned: z.array(AssignedLine) }),
  }),
  choices: defineRoute({
    name: 'lessons.assignChoices',
    method: 'GET',
    path: 'lessons/assign/choices',
    summary: 'List the people and groups I can assign lessons to',
    answer: z.object({
      people: z.array(z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() })),
      groups: z.array(z.object({ id, name: z.string(), members: z.int() })),
    }),
  }),
}

export const lessonAssigned = defineNotice({
  kind: 'lesson_assigned',
  label: 'Assigned lessons',
  flag: trainerFlag,
  why: 'When a manager asks you to watch a lesson.',
  switches: { email: 'Assigned lessons by email', push: 'Assigned lessons by push' },
  leaves: 'soon',
  level: 'asks',
  title: 'A lesson for you',
  button: 'Open the lesson',
  several: (count) => `${count} assigned lessons`,
})

export const lessonReminder = defineNotice({
  kind: 'lesson_reminders',
  label: 'Lessons that are due',
  flag: trainerFlag,
  why: 'Three days before an assigned lesson is due, on the day, and the day after. At most once a day.',
  switches: { email: 'Lessons due by email', push: 'Lessons due by push' },
  leaves: 'soon',
  level: 'asks',
  title: 'A lesson is due',
  button: 'Open the lesson',
  several: (count) => `${count} lessons that are due`,
})
