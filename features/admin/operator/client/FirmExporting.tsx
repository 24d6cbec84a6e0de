import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { number, size } from '../../client/labels.ts'
import { usePolling } from '../../client/useLookAgain.ts'
import p from '../../people/client/People.module.css'
import type { FirmDetail } from '../contract.ts'
import { EXPORT_DAYS, type FirmExport, exportRoutes as routes } from '../exportContract.ts'

type Props = { firm: FirmDetail; isOffline: boolean; onChanged: () => Promise<void> }

/** Exports a firm as an archive. The server continues even if people leave the page. */
export function FirmExporting({ firm, isOffline, onChanged }: Props) {
  const { isBusy, problem, run } = useMutation()
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const { id, name, exported } = firm
  const isRunning = exported?.state === 'running'
  usePolling(isRunning, onChanged)
  const change = (route: (typeof routes)['begin' | 'stop'], said: string | undefined) =>
    run(async () => {
      await call(route, { params: { id } })
      await onChanged()
      return said
    })
  const fetchIt = () =>
    run(async () => {
      location.assign((await call(routes.link, { params: { id } })).url)
      return undefined
    })
  const isReady = exported?.state === 'done'
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-export">
      <div>
        <h3 id="firm-export">Export</h3>
        <p className="dim">
          Everything stored for the firm in one archive: its tables as JSON Lines, plus its files. No passwords or keys.
          It’s available for {EXPORT_DAYS} days. Both audit logs record who requested it and who downloaded it.
        </p>
      </div>
      <Problem>{problem ?? (exported?.state === 'failed' ? exported.problem : null)}</Problem>
      {exported && isRunning && (
        <div className="stack gap8">
          <Progress value={(exported.done / Math.max(1, exported.total)) * 100} size={12} aria-label="Exported" />
          <p className="num">
            {exported.total === 0 ? 'Counting records.' : `${number(exported.done)} of ${number(exported.total)}.`} You
            can leave this page. The export continues.
          </p>
        </div>
      )}
      {exported && !isRunning && <p>{told(exported, (at) => formatDay(dayIn(zone, at)))}</p>}
      <div className="row wrap gap8">
        {isReady && (
          <Button disabled={isOffline} aria-disabled={isBusy || undefined} onClick={fetchIt}>
            Download
          </Button>
        )}
        {isRunning ? (
          <Button
            variant="default"
            disabled={isOffline}
            aria-disabled={isBusy || undefined}
            onClick={() => change(routes.stop, `Export of ${name} stopped.`)}
          >
            Stop
          </Button>
        ) : (
          <Button
            variant="default"
            disabled={isOffline}
            aria-disabled={isBusy || undefined}
            onClick={() => change(routes.begin, undefined)}
          >
            {exported ? 'Export again' : 'Export'}
          </Button>
        )}
      </div>
    </section>
  )
}

function told({ state, asked_by, asked_at, ends_at, bytes }: FirmExport, say: (at: string) => string): string {
  const asked = `Requested by ${asked_by} on ${say(asked_at)}.`
  if (state === 'done') return `Ready, ${size(bytes ?? 0)}, until ${say(ends_at ?? asked_at)}. ${asked}`
  if (state === 'ended') return `The last archive has expired. ${asked}`
  return `${state === 'failed' ? 'The last export failed.' : 'The last export was stopped.'} ${asked}`
}
