// What the Trainer offers to other features of the server.
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/firm.ts'

export type AnsweredWorksheet = {
  worksheet_id: string
  lesson_id: string
  /** Of its lesson. */
  title: string
  /** The instant of the last answer, as the API says one. */
  at: string
}

/** Worksheets that a person wrote into since an instant, the latest first. */
export const answeredWorksheets =
  definePort<(tx: Tx, userId: string, since: string) => Promise<AnsweredWorksheet[]>>('trainer.answeredWorksheets')
