import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { formatDay } from '#core/contract/dates.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { type FirmDetail, operatorRoutes as routes } from '../contract.ts'
import { DeleteFirmDialog } from './DeleteFirmDialog.tsx'

type Props = { firm: FirmDetail; isOffline: boolean; onChanged: () => Promise<void> }

export function FirmClosing({ firm, isOffline, onChanged }: Props) {
  const [asking, setAsking] = useState<'suspend' | 'delete' | null>(null)
  const { isBusy, problem, run } = useMutation()
  const { id, name, suspended_at, deletes_at } = firm
  const change = (route: (typeof routes)['suspend' | 'resume' | 'keepFirm'], said: string) =>
    run(async () => {
      await call(route, { params: { id } })
      await onChanged()
      return said
    })
  const suspend = async () => {
    if (await change(routes.suspend, `${name} is suspended.`)) setAsking(null)
  }
  const day = deletes_at && formatDay(deletes_at.slice(0, 10))
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-closing">
      <h3 id="firm-closing">Access</h3>
      {!asking && <Problem>{problem}</Problem>}
      <ul className={p.rows}>
        <li>
          <div className={p.action}>
            <strong className="block semi">{suspended_at ? 'Suspended' : 'Suspend'}</strong>
            <span className="dim">
              {suspended_at
                ? `Suspended since ${formatDay(suspended_at.slice(0, 10))}. No one can sign in, and the firm’s emails and jobs are paused.`
                : 'Signs everyone out and blocks sign-in. No data is lost, and you can undo this.'}
            </span>
          </div>
          {suspended_at ? (
            <Button
              variant="default"
              disabled={isOffline}
              aria-disabled={isBusy || undefined}
              onClick={() =>
                change(routes.resume, deletes_at ? `${name} is no longer suspended.` : `${name} is active again.`)
              }
            >
              Reactivate
            </Button>
          ) : (
            <Button variant="outline" color="red" disabled={isOffline} onClick={() => setAsking('suspend')}>
              Suspend…
            </Button>
          )}
        </li>
        <li>
          <div className={p.action}>
            <strong className="block semi">{day ? `Will be deleted on ${day}` : 'Delete'}</strong>
            <span className="dim">
              {day
                ? 'No one can sign in until then. On that day, everything is permanently deleted.'
                : 'Closes the firm now and permanently deletes it in 30 days. Its admins are notified by email.'}
            </span>
          </div>
          {day ? (
            <Button
              variant="default"
              disabled={isOffline}
              aria-disabled={isBusy || undefined}
              onClick={() => change(routes.keepFirm, `Deletion of ${name} canceled.`)}
            >
              Cancel deletion
            </Button>
          ) : (
            <Button variant="outline" color="red" disabled={isOffline} onClick={() => setAsking('delete')}>
              Delete…
            </Button>
          )}
        </li>
      </ul>
      {asking === 'suspend' && (
        <FormDialog
          title={`Suspend ${name}?`}
          form={{ submit: suspend, problem, isBusy }}
          onClose={() => setAsking(null)}
          verb="Suspend"
          isDangerous
          isCareful
        >
          <p>
            Everyone at the firm is signed out on all devices right away. Their offline changes stay on those devices.
            The sign-in page says the firm is suspended.
          </p>
        </FormDialog>
      )}
      {asking === 'delete' && <DeleteFirmDialog firm={firm} onClose={() => setAsking(null)} onDone={onChanged} />}
    </section>
  )
}
