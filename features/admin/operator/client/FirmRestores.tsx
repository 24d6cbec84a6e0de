import { goOnlineTo, resumeUpload } from '#core/contract/phrases.ts'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useEffect } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { renew } from '#core/client/answers.ts'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { unfinishedUploads } from '#core/client/upload.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { number, size } from '../../client/labels.ts'
import { usePolling } from '../../client/useLookAgain.ts'
import p from '../../people/client/People.module.css'
import { ARCHIVE_KIND, type FirmArrival, firmRestoreEndpoints as routes } from '../firmRestoreContract.ts'
import { firmRestoresQuery, firmsQuery } from '../queries.ts'
import s from './Firms.module.css'
import { refuseArchive, restoreUploadedArchive, sendArchive, useSendingArchive } from './sendingArchive.ts'

/** Number of finished restores that are listed. */
const TOLD = 5

/** Restores firms from another deployment. The server continues even if people leave the page. */
export function FirmRestores({ isOffline }: { isOffline: boolean }) {
  const engine = useEngine()
  const { sending, refused, waiting } = useSendingArchive()
  const asked = useQuery(firmRestoresQuery, undefined, { when: sending ?? waiting })
  const { value, refresh } = asked
  const { isBusy, problem, run } = useMutation()
  const arrivals = value?.arrivals ?? []
  const going = arrivals.filter(({ finished_at }) => finished_at === null)
  const count = going.length
  usePolling(count > 0, refresh)
  // A finished restore can have added a firm to the list.
  useEffect(() => (count > 0 ? () => renew(engine, firmsQuery) : undefined), [count, engine])
  const stop = ({ id, firm_name, file_name }: FirmArrival) =>
    run(async () => {
      await call(routes.stop, { params: { id } })
      await refresh()
      return `Import of ${firm_name || file_name} stopped.`
    })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-arrivals">
      <div>
        <h2 className="title" id="firm-arrivals">
          Import a firm
        </h2>
        <p className="dim">
          Import an archive exported from another Pursuit server. The firm appears once the import is complete. People
          must choose new passwords and set up devices, authenticator apps, SSO, and domains again.
        </p>
      </div>
      <Problem>{problem}</Problem>
      {sending ? (
        <>
          <UploadLine name={sending.name} upload={sending.upload} />
          <p className="dim">You can go to other pages, but keep this window open until the upload finishes.</p>
        </>
      ) : waiting ? (
        <div className="stack gap8">
          <Problem>{refused}</Problem>
          <p>{waiting.name} uploaded. The import hasn’t started yet.</p>
          <div>
            <Button disabled={isOffline} onClick={() => void restoreUploadedArchive()}>
              Try again
            </Button>
          </div>
        </div>
      ) : (
        <FileDrop
          title="Drop the archive here"
          limits={isOffline ? goOnlineTo('upload an archive') : unfinishedLabels()}
          label="Firm archive"
          accept=".gz,application/gzip"
          isSmall
          icon={<Icon name="package-import" size={32} stroke={1.5} />}
          error={refused}
          isDisabled={isOffline}
          onFiles={([file]) => file && void sendArchive(file)}
          onRefused={refuseArchive}
        />
      )}
      <AnswerState of={asked} />
      {going.map((one) => (
        <div key={one.id} className="stack gap8">
          <strong>{one.firm_name || one.file_name}</strong>
          <Progress
            value={(one.done / Math.max(1, one.total)) * 100}
            size={12}
            animated={one.state !== 'writing'}
            aria-label={`Import of ${one.firm_name || one.file_name}`}
          />
          <p className="num">{goingLabels(one)} You can leave this page. The import continues.</p>
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

/** An upload that was started here before resumes where it stopped. */
function unfinishedLabels(): string {
  const [name] = unfinishedUploads(ARCHIVE_KIND)
  return name
    ? resumeUpload(name)
    : 'The .tar.gz file from the firm’s export. Suspend the firm on the old server before you export it.'
}

function Ended({ arrivals }: { arrivals: readonly FirmArrival[] }) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  if (arrivals.length === 0) return null
  return (
    <ul className={p.rows} aria-label="Imported firms">
      {arrivals.map((one) => (
        <li key={one.id}>
          <span className="stack shrink">
            <strong>{one.firm_name || one.file_name}</strong>
            <Outcome of={one} />
            {one.left_out.map((sentence) => (
              <span key={sentence} className="cap break">
                Not imported: {sentence}
              </span>
            ))}
          </span>
          <span className="dim">{formatDay(dayIn(zone, one.finished_at ?? one.asked_at))}</span>
        </li>
      ))}
    </ul>
  )
}

const outcomes = {
  done: { icon: 'circle-check', tone: '', iconTone: 'good' },
  failed: { icon: 'alert-circle', tone: 'bad', iconTone: '' },
  stopped: { icon: 'player-stop', tone: 'dim', iconTone: '' },
} as const

function Outcome({ of }: { of: FirmArrival }) {
  const { icon, tone, iconTone } = outcomes[of.state as keyof typeof outcomes]
  return (
    <span className={`flex gap6 break ${tone} ${s.outcome}`}>
      <Icon name={icon} size={16} stroke={1.75} className={iconTone} />
      {endedLabels(of)}
    </span>
  )
}

function goingLabels({ state, done, total, bytes }: FirmArrival): string {
  if (state === 'reading') return `Checking ${size(bytes)} before importing.`
  if (state === 'undoing') return 'Rolling back.'
  return `${number(done)} of ${number(total)} records and files.`
}

function endedLabels({ state, asked_by, total, problem }: FirmArrival): string {
  if (state === 'done') return `Imported ${number(total)} records and files. Started by ${asked_by}.`
  return state === 'stopped' ? `Stopped. Nothing was imported. Started by ${asked_by}.` : problem
}
