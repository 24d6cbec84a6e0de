import { Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { hasSettled, useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { formatClock } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { counted, inZone, number, size } from '../../client/labels.ts'
import p from '../../people/client/People.module.css'
import type { Health } from '../contract.ts'
import { checksQuery, healthQuery } from '../queries.ts'
import { channelLabels } from './channelLabels.ts'
import { HealthChecks } from './HealthChecks.tsx'
import { JobList } from './JobList.tsx'
import { RunList } from './RunList.tsx'
import s from './ServerHealth.module.css'
import { TroubleList } from './TroubleList.tsx'

export function ServerHealth({ isOffline }: TabProps) {
  const asked = useQuery(healthQuery, undefined)
  const { value: health, refresh: reload } = asked
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const checks = useQuery(checksQuery, undefined)
  return (
    <section aria-label="Health">
      <div className={`row wrap between mb16 ${p.head}`}>
        <p className="num dim">{health ? `As of ${formatClock(zone, health.now, health.now)}.` : '\u00a0'}</p>
        <Button
          variant="default"
          leftSection={<Icon name="refresh" />}
          disabled={isOffline}
          onClick={() => void Promise.all([reload(), checks.refresh()])}
        >
          Refresh
        </Button>
      </div>
      <HealthChecks asked={checks} />
      {hasSettled(checks) && <AnswerState isAwaited of={asked} />}
      {health && hasSettled(checks) && (
        <>
          <dl className={`grid gap12 ${s.figures}`}>
            {figuresOf(health, zone).map(({ name, value, tells, isBad }) => (
              <div key={name} className="card" data-bad={isBad || undefined}>
                <dt className="cap">{name}</dt>
                <dd className="stack mt4">
                  <strong className={`lead num break strong ${isBad ? 'bad' : ''}`}>{value}</strong>
                  <span className="cap break">{tells}</span>
                </dd>
              </div>
            ))}
          </dl>
          <h2 className={`lead ${s.title}`}>Outgoing</h2>
          <dl className={`grid gap12 ${s.figures}`}>
            {health.outgoing.map(({ channel, waiting, sent, failed, doubt, oldest }) => (
              <div key={channel} className="card" data-bad={failed > 0 || undefined}>
                <dt className="cap">{channelLabels[channel] ?? channel}</dt>
                <dd className="stack mt4">
                  <strong className={`lead num break strong ${failed > 0 ? 'bad' : ''}`}>
                    {number(waiting)} waiting
                  </strong>
                  <span className="cap break">
                    Last 30 days: {number(sent)} sent, {number(failed)} failed, {number(doubt)} unconfirmed
                  </span>
                  {oldest && <span className="cap break">Oldest waiting since {inZone(zone, oldest)}</span>}
                </dd>
              </div>
            ))}
          </dl>
          <TroubleList troubles={health.troubles} isOffline={isOffline} onChanged={reload} />
          {health.runs.length > 0 && (
            <>
              <h2 className={`lead ${s.title}`}>Running</h2>
              <RunList runs={health.runs} isOffline={isOffline} onChanged={reload} />
            </>
          )}
          <h2 className={`lead ${s.title}`}>Jobs and queues</h2>
          <JobList jobs={health.jobs} isOffline={isOffline} onChanged={reload} />
        </>
      )}
    </section>
  )
}

type Figure = { name: string; value: string; tells: string; isBad?: boolean }

function figuresOf(health: Health, zone: string): Figure[] {
  const { database, disk, files } = health
  return [
    { name: 'Version', value: health.version, tells: `Node ${health.node}` },
    { name: 'Up since', value: lasting(health), tells: inZone(zone, health.started_at) },
    { name: 'Memory', value: size(health.memory), tells: 'of this process' },
    { name: 'Live connections', value: number(health.streams), tells: 'devices receiving live updates' },
    {
      name: 'Database',
      value: `${database.milliseconds} ms`,
      tells: `${database.kind === 'embedded' ? 'Embedded' : 'PostgreSQL'} ${database.version}, ${size(database.bytes)}, ${counted(database.connections, 'connection')}`,
    },
    {
      name: 'Disk',
      value: `${size(disk.free)} free`,
      tells: `of ${size(disk.total)}`,
      isBad: disk.free < disk.total * 0.05,
    },
    {
      name: 'Files',
      value: files.problem || counted(files.count, 'file'),
      tells: `${size(files.bytes)} in ${files.kind === 'S3' ? 'S3' : 'a folder'}${files.missing ? `, ${number(files.missing)} missing` : ''}`,
      isBad: files.problem !== '' || files.missing > 0,
    },
  ]
}

function lasting({ started_at, now }: Health): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(started_at)) / 60_000)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
