import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { type JobState, operatorRoutes as routes } from '../contract.ts'
import s from './ServerHealth.module.css'

type Props = { jobs: JobState[]; isOffline: boolean; onChanged: () => Promise<void> }

/** What the server does by the clock and from its queues: the last run of each, and what failed. */
export function JobList({ jobs, isOffline, onChanged }: Props) {
  const { isBusy, problem, run } = useChange()
  const runNow = (name: string) =>
    run(async () => {
      await call(routes.runJob, { params: { name } })
      await onChanged()
      return `${name} is done within half a minute.`
    })
  const retry = (name: string) =>
    run(async () => {
      const { retried } = await call(routes.retryJob, { params: { name } })
      await onChanged()
      return retried === 0 ? 'Nothing has failed.' : `${retried} tried again.`
    })
  return (
    <>
      <Problem>{problem}</Problem>
      <ul className={p.rows} aria-label="Jobs">
        {jobs.map((job) => (
          <li key={job.name}>
            <span className={p.deed}>
              <strong>{job.name}</strong>
              <span className={p.caption}>{sayOf(job)}</span>
              {job.last?.problem && <span className={s.failed}>{job.last.problem}</span>}
            </span>
            <span className={p.actions}>
              {job.failed > 0 && (job.cron !== null || job.is_work) && (
                <Button
                  variant="default"
                  aria-label={`Try again: ${job.name}`}
                  disabled={isOffline}
                  aria-disabled={isBusy || undefined}
                  onClick={() => retry(job.name)}
                >
                  Try again ({job.failed})
                </Button>
              )}
              {job.cron !== null && (
                <Button
                  variant="default"
                  aria-label={`Run now: ${job.name}`}
                  disabled={isOffline}
                  aria-disabled={isBusy || undefined}
                  onClick={() => runNow(job.name)}
                >
                  Run now
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const stateWords: Record<string, string> = { completed: 'well', failed: 'failed', cancelled: 'cancelled' }

function sayOf({ cron, is_work, waiting, active, done, last }: JobState): string {
  const when = is_work ? 'Long work' : cron === null ? 'A queue' : `By the clock (${cron}, UTC)`
  const now = [
    active > 0 && `${active} at work`,
    done > 0 && `${done} done so far`,
    waiting > 0 && `${waiting} waiting`,
  ].filter(Boolean)
  const ended = last
    ? `last ended ${last.at.slice(0, 16).replace('T', ' ')} UTC, ${stateWords[last.state] ?? last.state}, after ${last.seconds} s`
    : 'not run yet'
  return [when, ...now, ended].join(' · ')
}
