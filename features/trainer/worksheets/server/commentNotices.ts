import { fullNameOf } from '#core/contract/names.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { notify } from '#core/server/notices/notify.ts'
import type { Context } from '#core/sync/protocol.ts'
import { cellsOf } from '../cells.ts'
import { type SayInput, type WorksheetRow, worksheetComment } from '../contract.ts'
import { readAnswers } from './store.ts'

/** Notifies the person whose answers they are or, for that person's reply, the managers who commented. */
export async function notifyComment(
  tx: Tx,
  worksheet: WorksheetRow,
  { user_id, name, text, return: isReturn }: SayInput,
  { actor, key, now }: Context,
): Promise<void> {
  const isReply = user_id === actor.id
  const answers = isReply ? await readAnswers(tx, user_id, worksheet.id) : null
  const others = new Set(answers?.comments.map(({ by }) => by.id).filter((id) => id !== actor.id))
  const people = isReply ? [...others] : [user_id]
  const did = isReply
    ? 'answered your comment on'
    : isReturn
      ? 'returned your answers in'
      : 'commented on your answers in'
  const cell = cellsOf(worksheet).find((one) => one.name === name)
  const path = `/lesson/${worksheet.lesson_id}?tab=worksheet`
  await notify(
    tx,
    people.map((userId) => ({
      notice: worksheetComment,
      userId,
      occasion: `worksheet_comment:${key}`,
      text: `${fullNameOf(actor)} ${did} the worksheet ${worksheet.title}.`,
      details: [...(cell ? [`${cell.parameter.text}: ${cell.question.text}`] : []), text],
      path: isReply ? `${path}&person=${user_id}` : path,
      subjectId: worksheet.id,
      actorId: actor.id,
      key,
    })),
    now,
  )
}
