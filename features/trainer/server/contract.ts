// Ports that the Trainer offers to other features of the server.
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'

export type AnsweredWorksheet = {
  worksheet_id: string
  lesson_id: string
  /** Title of its lesson. */
  title: string
  /** Instant of the last answer, in the API's format. */
  at: string
}

/** Returns worksheets that a person has answered since an instant, latest first. */
export const answeredWorksheets =
  definePort<(tx: Tx, userId: string, since: string) => Promise<AnsweredWorksheet[]>>('trainer.answeredWorksheets')
