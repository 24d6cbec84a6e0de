// What a team has learned, which the Trainer offers to whoever draws it.
import type { RawBuilder } from 'kysely'
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/firm.ts'

/** Who is counted, as a query of ids, and the firm's zone. */
export type Learners = { people: RawBuilder<unknown>; zone: string }

export type TeamLearning = {
  /** Lessons finished by those who are here, by day, from the first day on; days of none are left out. */
  finishedByDay: (
    tx: Tx,
    learners: Learners,
    from: string,
  ) => Promise<{ day: string; user_id: string; lessons: number }[]>
  /** Lessons that anybody of them has finished, the most finished first. */
  finishedLessons: (tx: Tx, learners: Learners) => Promise<{ lesson_id: string; title: string; people: number }[]>
  /** Everybody who is here, with the day on which they finished this lesson; null where they have not. */
  finishers: (tx: Tx, learners: Learners, lessonId: string) => Promise<{ user_id: string; day: string | null }[]>
  /** The last day on which each one watched anything. */
  lastLearned: (tx: Tx, learners: Learners) => Promise<{ user_id: string; day: string }[]>
}
export const teamLearning = definePort<TeamLearning>('trainer.teamLearning')
