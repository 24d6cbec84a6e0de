import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '#core/client/api.ts'
import { useReading } from '#core/client/reading.ts'
import { useSession } from '#core/client/session.ts'
import type { Upload } from '#core/client/upload.ts'
import { useChange } from '#core/client/useChange.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { number, size } from '../../client/words.ts'
import p from '../../people/client/People.module.css'
import { ARCHIVE_KIND, type FirmArrival, arrivalRoutes as routes } from '../arrivalContract.ts'
import { arrivalsReading } from '../readings.ts'
import s from './HealthChecks.module.css'

const POLL_MS = 1000
/** As many of those that are over are told of. */
const TOLD = 5

type Props = { isOffline: boolean; onArrived: () => void }

/** Firms that come from another deployment: their archive is sent, then written on the server, whoever leaves the page. */
export function ArrivingFirms({ isOffline, onArrived }: Props) {
  const { value, refresh } = useReading(arrivalsReading, undefined)
  const { isBusy, problem, run } = useChange()
  const [sending, setSending] = useState<{ name: string; upload: Upload } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const arrivals = value?.arrivals ?? []
  const going = arrivals.filter(({ finished_at }) => finished_at === null)
  const count = going.length
  useEffect(() => {
    if (count === 0) return
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      await refresh()
      timer = setTimeout(look, POLL_MS)
    }
    timer = setTimeout(look, POLL_MS)
    return () => {
      clearTimeout(timer)
      // One has ended: it may be in the list by now.
      onArrived()
    }
  }, [count, refresh, onArrived])

  const send = async ([file]: File[]) => {
    if (!file) return
    setRefused(null)
    const { uploadInPieces } = await import('#core/client/upload.ts')
    const upload = uploadInPieces(ARCHIVE_KIND, file)
    setSending({ name: file.name, upload })
    try {
      await call(routes.bring, { body: { upload_id: await upload.done } })
      await refresh()
    } catch (thrown) {
      setRefused(thrown instanceof ApiError ? thrown.message : 'The archive could not be sent. Please try again.')
    }
    setSending(null)
  }
  const stop = ({ id, firm_name, file_name }: FirmArrival) =>
    run(async () => {
      await call(routes.stop, { params: { id } })
      await refresh()
      return `The arrival of ${firm_name || file_name} is stopped.`
    })
  return (
    <section className={p.section} aria-labelledby="firm-arrivals">
      <div>
        <h2 id="firm-arrivals" className={s.title}>
          Bring a firm here
        </h2>
        <p className={p.why}>
          From the archive that another Pursuit server exported. Nobody sees the firm before all of it is here. People
          choose a new password; devices, apps for codes, sign-on and domains are set up again.
        </p>
      </div>
      <Problem>{problem}</Problem>
      {sending ? (
        <UploadLine name={sending.name} upload={sending.upload} />
      ) : (
        <FileDrop
          title="Drop the archive here"
          limits="The .tar.gz file of the firm's export. Suspend the firm there before you export it."
          label="Archive of a firm"
          accept=".gz,application/gzip"
          isSmall
          icon={<IconPackageImport size={32} stroke={1.5} aria-hidden />}
          error={refused ?? (isOffline ? 'You need a connection to send an archive.' : null)}
          isDisabled={isOffline}
          onFiles={(files) => void send(files)}
          onRefused={setRefused}
        />
      )}
      {going.map((one) => (
        <div key={one.id} className={p.progress}>
          <strong>{one.firm_name || one.file_name}</strong>
          <Progress
            value={(one.done / Math.max(1, one.total)) * 100}
            size={12}
            animated={one.state !== 'writing'}
            aria-label={`Arrival of ${one.firm_name || one.file_name}`}
          />
          <p className="num">{goingWords(one)} You can leave this page: it goes on.</p>
          {one.state !== 'undoing' && (
            <div>
              <Button
                variant="default"
                disabled={isOffline}
                aria-disabled={isBusy || undefined}
                onClick={() => stop(one)}
              >
                Stop
              </Button>
            </div>
          )}
        </div>
      ))}
      <Ended arrivals={arrivals.filter(({ finished_at }) => finished_at !== null).slice(0, TOLD)} />
    </section>
  )
}

function Ended({ arrivals }: { arrivals: readonly FirmArrival[] }) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  if (arrivals.length === 0) return null
  return (
    <ul className={p.rows} aria-label="Firms that were brought here">
      {arrivals.map((one) => (
        <li key={one.id}>
          <span className={p.who}>
            <strong>{one.firm_name || one.file_name}</strong>
            <span className={p.caption}>{endedWords(one)}</span>
            {one.left_out.map((sentence) => (
              <span key={sentence} className={p.caption}>
                Left out: {sentence}
              </span>
            ))}
          </span>
          <span className={p.why}>{formatDay(dayIn(zone, one.finished_at ?? one.asked_at))}</span>
        </li>
      ))}
    </ul>
  )
}

function goingWords({ state, done, total, bytes }: FirmArrival): string {
  if (state === 'reading') return `Looking through ${size(bytes)} before anything is written.`
  if (state === 'undoing') return 'Taking back what was written.'
  return `${number(done)} of ${number(total)} records and files.`
}

function endedWords({ state, asked_by, total, problem }: FirmArrival): string {
  if (state === 'done') return `Here, with ${number(total)} records and files. Brought by ${asked_by}.`
  return state === 'stopped' ? `Stopped. Nothing of it was kept. Asked for by ${asked_by}.` : problem
}
