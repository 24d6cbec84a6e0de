// Notifies the owner of a schedule about failures.
import type { Tx } from '#core/server/database/tx.ts'
import { notify } from '#core/server/notices/notify.ts'
import { mailedReportTrouble } from '../notices.ts'
import { schedulePath } from '../paths.ts'
import type { ScheduleRow } from './rows.ts'

type OwnerNotice = { /** Unique within the schedule. */ occasion: string; text: string; details: string[]; now: string }

/** Skips owners who are no longer active. */
export const notifyOwner = (
  tx: Tx,
  { id, owner_id }: Pick<ScheduleRow, 'id' | 'owner_id'>,
  { occasion, text, details, now }: OwnerNotice,
): Promise<void> =>
  notify(
    tx,
    [
      {
        notice: mailedReportTrouble,
        userId: owner_id,
        occasion: `mailed_report:${id}:${occasion}`,
        text,
        details,
        path: schedulePath(id),
        subjectId: id,
        actorId: null,
        key: null,
      },
    ],
    now,
  )
