import '@mantine/core/styles/Group.layer.css'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDay } from '#core/contract/dates.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { Recipient } from '#core/ui/runs/Recipient.tsx'
import { Recipients } from '#core/ui/runs/Recipients.tsx'
import { RunPart } from '#core/ui/runs/RunPart.tsx'
import { Runs } from '#core/ui/runs/Runs.tsx'
import { type ReportDelivery, routes, type Schedule, type ScheduleRun } from '../contract.ts'
import { scheduleDeliveries, scheduleRuns } from '../queries.ts'
import { formatBytesOf, formatScheduleRun, formatScheduleStamp, isGoing, reportDeliveryLabels } from './labels.ts'
import s from './Schedules.module.css'

type Props = { schedule: Schedule; isOffline: boolean; onChanged: (schedule: Schedule) => void }

/** Lists the runs of a scheduled report and the recipients of the selected one. */
export function ScheduleRuns({ schedule, isOffline, onChanged }: Props) {
  const today = useToday()
  const { last_run: last } = schedule
  const asked = useQuery(scheduleRuns, schedule.id, { when: JSON.stringify(last) })
  const [chosen, setChosen] = useState<string | null>(null)
  const runs = asked.value?.runs
  const run = runs?.find(({ id }) => id === chosen) ?? runs?.[0]
  if (!runs) return <AnswerState isAwaited of={asked} />
  if (!run) return <p className="dim">Not sent yet.</p>
  return (
    <Runs
      runs={runs.map((one) => ({
        id: one.id,
        when: formatScheduleStamp(one.at, today),
        result: formatScheduleRun(one),
      }))}
      chosen={run.id}
      onChoose={setChosen}
    >
      <WhoGotIt key={run.id} {...{ schedule, run, isOffline, onChanged }} />
    </Runs>
  )
}

function WhoGotIt({ schedule, run, isOffline, onChanged }: Props & { run: ScheduleRun }) {
  const today = useToday()
  const ids = { id: schedule.id, run: run.id }
  const asked = useQuery(scheduleDeliveries, ids, { when: JSON.stringify(run) })
  const { isBusy, problem, run: change } = useMutation()
  const act = (work: () => Promise<Schedule>, message: string) =>
    change(async () => {
      onChanged(await work())
      return message
    })
  const again = (inDoubt: boolean) =>
    act(() => call(routes.retry, { params: ids, body: { in_doubt: inDoubt } }), 'Resending.')
  const cancel = () => act(() => call(routes.cancel, { params: ids }), 'Emails not yet sent were canceled.')
  const off = isOffline || isBusy
  const failed = run.failed + run.cancelled
  return (
    <RunPart title={`Recipients, ${formatScheduleStamp(run.at, today)}`}>
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
            <Button variant="subtle" size="compact-sm" disabled={off} onClick={() => void cancel()}>
              Cancel
            </Button>
          )}
        </div>
      )}
      <AnswerState isAwaited of={asked} />
      <Problem>{problem}</Problem>
      <Recipients>
        {asked.value?.deliveries.map((one) => (
          <Recipient
            key={one.user_id}
            person={one}
            about={one.files.length > 0 ? formatFiles(one) : undefined}
            state={one.state}
            words={
              one.state === 'sent'
                ? `${reportDeliveryLabels.sent} ${formatScheduleStamp(one.at, today)}`
                : reportDeliveryLabels[one.state]
            }
            reason={one.state === 'sent' ? null : one.reason}
          />
        ))}
      </Recipients>
      {run.in_doubt > 0 && (
        <p className="cap">
          Unconfirmed: the mail server’s answer was lost. These emails may have arrived, so they aren’t sent again by
          themselves.
        </p>
      )}
      {schedule.can_change && !isGoing(run) && (
        <Group gap={8} mt={12}>
          {failed > 0 && (
            <Button variant="default" disabled={off} onClick={() => void again(false)}>
              Retry {failed} failed
            </Button>
          )}
          {run.in_doubt > 0 && (
            <Button variant="default" disabled={off} onClick={() => void again(true)}>
              Send to the unconfirmed too
            </Button>
          )}
        </Group>
      )}
    </RunPart>
  )
}

const formatFiles = ({ files, bytes }: ReportDelivery): string =>
  `${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytesOf(bytes)}`
