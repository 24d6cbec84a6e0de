// What whoever has a report mailed is told when it went wrong.
import type { Tx } from '#core/server/database/firm.ts'
import { notify } from '#core/server/notices/notify.ts'
import { mailedReportTrouble } from '../notices.ts'
import { schedulePath } from '../paths.ts'
import type { ScheduleRow } from './rows.ts'

type OwnerNotice = { /** Of the schedule. */ occasion: string; text: string; details: string[]; now: string }

/** Nothing to who is no longer active. */
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
