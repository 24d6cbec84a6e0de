import { nativeShell } from '#core/client/nativeShell.ts'
import { ReminderNotices } from '../steps/client/ReminderNotices.tsx'
import { AnywhereKeys } from './AnywhereKeys.tsx'
import { DueShown } from './DueShown.tsx'
import { OverwrittenNotices } from './OverwrittenNotices.tsx'

export function TargetNotices() {
  return (
    <>
      <AnywhereKeys />
      <ReminderNotices />
      <OverwrittenNotices />
      {nativeShell?.showDue && <DueShown />}
    </>
  )
}
