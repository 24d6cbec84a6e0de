import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useRepeatedly } from '#core/client/useRepeatedly.ts'
import { useToday } from '#core/client/useToday.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Table } from '#core/ui/table/Table.tsx'
import { REPORTS } from '../../reportPaths.ts'
import type { Schedule } from '../contract.ts'
import { schedulesQuery } from '../queries.ts'
import { isMoving, scheduleName } from './labels.ts'
import { ScheduleRuns } from './ScheduleRuns.tsx'
import s from './Schedules.module.css'
import { scheduleColumns } from './scheduleColumns.tsx'
import { useScheduleDoings } from './useScheduleDoings.ts'

const SchedulePanel = lazyComponent(() => import('./SchedulePanel.tsx').then((file) => file.SchedulePanel))
const QuestionDialog = lazyComponent(() =>
  import('#core/ui/form/QuestionDialog.tsx').then((file) => file.QuestionDialog),
)

const none = {}

export function SchedulesPage() {
  useTitle('Scheduled reports · Viewer')
  const today = useToday()
  const isOffline = useSyncStatus(isOfflineNow)
  const asked = useQuery(schedulesQuery, none)
  const [editing, setEditing] = useState<Schedule | null>(null)
  const schedules = asked.value?.schedules
  const put = (schedule: Schedule) =>
    asked.take({ schedules: (schedules ?? []).map((one) => (one.id === schedule.id ? schedule : one)) })
  useRepeatedly(() => schedules?.some(isMoving) && asked.refresh(), isOffline)
  const doings = useScheduleDoings({ put, refresh: asked.refresh, edit: setEditing })
  return (
    <section aria-label="Scheduled reports">
      <header className={`mb16 ${s.head}`}>
        <h1>Scheduled reports</h1>
        <p className="dim">Reports emailed weekly or monthly. Select one to see its history.</p>
      </header>
      <NeedsConnection isOffline={isOffline} what={whenOnline('see and change scheduled reports')} />
      <AnswerState of={asked} />
      {(schedules || !asked.problem) && (
        <Table
          label="Scheduled reports"
          columns={scheduleColumns({ today, actionsOf: doings.actionsOf, isOffline })}
          rows={schedules}
          keyOf={({ id }) => id}
          nameOf={scheduleName}
          moreOf={(schedule) => <ScheduleRuns schedule={schedule} isOffline={isOffline} onChanged={put} />}
          empty={
            <EmptyState
              title="No scheduled reports yet"
              action={
                <Button component={Link} to={REPORTS}>
                  Open the reports
                </Button>
              }
            >
              Open a report and choose “Email this report” to send it every week or month.
            </EmptyState>
          }
        />
      )}

      {editing && <SchedulePanel key={editing.id} of={editing} onSaved={put} onClose={() => setEditing(null)} />}
      {doings.question && <QuestionDialog question={doings.question} onClose={doings.close} />}
    </section>
  )
}
