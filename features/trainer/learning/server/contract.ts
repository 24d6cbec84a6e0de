// Port with a team's learning progress, for features that display it.
import type { RawBuilder } from 'kysely'
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** The people to count, as a query of IDs, and the firm's time zone. */
export type Learners = { people: RawBuilder<unknown>; zone: string }

export type TeamLearning = {
  /** Number of lessons finished by active people per day, from the first day on. Days without any are left out. */
  finishedByDay: (
    tx: Tx,
    learners: Learners,
    from: string,
  ) => Promise<{ day: string; user_id: string; lessons: number }[]>
  /** Lessons that any of them has finished, most finished first. */
  finishedLessons: (tx: Tx, learners: Learners) => Promise<{ lesson_id: string; title: string; people: number }[]>
  /** All active people, with the day on which they finished this lesson; null if they haven't. */
  finishers: (tx: Tx, learners: Learners, lessonId: string) => Promise<{ user_id: string; day: string | null }[]>
  /** Last day on which each of them watched anything. */
  lastLearned: (tx: Tx, learners: Learners) => Promise<{ user_id: string; day: string }[]>
}
export const teamLearning = definePort<TeamLearning>('trainer.teamLearning')
