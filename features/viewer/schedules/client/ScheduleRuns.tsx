import { Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDay } from '#core/contract/dates.ts'
import { deliveryLabels, formatStampShort } from '#core/ui/runs/formatRun.ts'
import { Recipient } from '#core/ui/runs/Recipient.tsx'
import { RunHistory } from '#core/ui/runs/RunHistory.tsx'
import { RunRecipients } from '#core/ui/runs/RunRecipients.tsx'
import { type ReportDelivery, routes, type Schedule, type ScheduleRun } from '../contract.ts'
import { scheduleDeliveries, scheduleRuns } from '../queries.ts'
import { formatBytesOf, formatScheduleRun, isGoing } from './labels.ts'
import s from './Schedules.module.css'

type Props = { schedule: Schedule; isOffline: boolean; onChanged: (schedule: Schedule) => void }

/** Lists the runs of a scheduled report and the recipients of the selected one. */
export function ScheduleRuns(props: Props) {
  const { schedule } = props
  const asked = useQuery(scheduleRuns, schedule.id, { when: JSON.stringify(schedule.last_run) })
  if (!asked.value) return <AnswerState isAwaited of={asked} />
  return (
    <RunHistory runs={asked.value.runs} resultOf={formatScheduleRun}>
      {(run) => <WhoGotIt key={run.id} {...props} run={run} />}
    </RunHistory>
  )
}

function WhoGotIt({ schedule, run, isOffline, onChanged }: Props & { run: ScheduleRun }) {
  const today = useToday()
  const params = { id: schedule.id, run: run.id }
  const asked = useQuery(scheduleDeliveries, params, { when: JSON.stringify(run) })
  const mutation = useMutation()
  const cancel = () =>
    mutation.run(async () => {
      onChanged(await call(routes.cancel, { params }))
      return 'Emails not yet sent were canceled.'
    })
  const above = (
    <>
      {run.message && <p className="mb8">{run.message}</p>}
      {run.start && run.end && (
        <p className="cap">
          Covers {formatDay(run.start)} to {formatDay(run.end)}.
        </p>
      )}
      {isGoing(run) && (
        <div className={`row wrap gap8 ${s.going}`} role="status">
          {run.waiting > 0
            ? `${run.people - run.waiting} of ${run.people} prepared.`
            : 'All prepared and on their way to the mail server.'}
          {schedule.can_change && (
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={isOffline || mutation.isBusy}
              onClick={() => void cancel()}
            >
              Cancel
            </Button>
          )}
        </div>
      )}
    </>
  )
  return (
    <RunRecipients
      {...{ run, asked, mutation, isOffline, above }}
      retry={
        schedule.can_change &&
        !isGoing(run) &&
        (async (inDoubt) => onChanged(await call(routes.retry, { params, body: { in_doubt: inDoubt } })))
      }
      failed={run.failed + run.cancelled}
    >
      <ul>
        {asked.value?.deliveries.map((one) => (
          <Recipient
            key={one.user_id}
            person={one}
            about={one.files.length > 0 ? formatFiles(one) : undefined}
            state={one.state}
            words={
              one.state === 'sent'
                ? `${deliveryLabels.sent} ${formatStampShort(one.at, today)}`
                : deliveryLabels[one.state]
            }
            reason={one.state === 'sent' ? null : one.reason}
          />
        ))}
      </ul>
    </RunRecipients>
  )
}

const formatFiles = ({ files, bytes }: ReportDelivery): string =>
  `${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytesOf(bytes)}`
