import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { formatDay } from '#core/contract/dates.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { filingLimits, filingRoutes as routes, type WaitingEmail } from '../contract.ts'
import s from './EmailFiling.module.css'
import type { FilingPart } from './EmailFiling.tsx'

/** Emails that say they're from the person, for them to decide. */
export function WaitingEmails({ filing, isOffline, onChanged }: FilingPart) {
  const { isBusy, problem, run } = useMutation()
  const [deleted, setDeleted] = useState<WaitingEmail | null>(null)
  const file = ({ id }: WaitingEmail) =>
    run(async () => {
      onChanged(await call(routes.fileWaiting, { params: { id } }))
      return 'Email filed.'
    })
  return (
    <section className={`stack gap16 ruled ${s.part}`} aria-labelledby="filing-waiting">
      <div>
        <h3 id="filing-waiting">File this? It says it’s from you.</h3>
        <p className="mt4 dim">
          We couldn’t verify who sent these emails. File only emails that you sent. We delete the others after{' '}
          {filingLimits.days} days.
        </p>
      </div>
      <Problem>{problem}</Problem>
      <ul className={s.rows}>
        {filing.waiting.map((email) => {
          const subject = email.subject || 'No subject'
          return (
            <li key={email.id}>
              <span className={`break ${s.text}`}>
                {subject}
                <small className="cap block">
                  {formatDay(email.received.slice(0, 10))}
                  {email.to.length > 0 && ` · To ${email.to.join(', ')}`}
                </small>
              </span>
              <span className="flex wrap gap8">
                <Button
                  variant="default"
                  disabled={isOffline}
                  aria-disabled={isBusy || undefined}
                  aria-label={`File email “${subject}”`}
                  onClick={() => void file(email)}
                >
                  File email
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  disabled={isOffline}
                  aria-label={`Delete “${subject}”`}
                  onClick={() => setDeleted(email)}
                >
                  Delete
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {deleted && (
        <ConfirmDialog
          title="Delete the email"
          verb="Delete"
          isDangerous
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            onChanged(await call(routes.dropWaiting, { params: { id: deleted.id } }))
            return 'Email deleted.'
          }}
        >
          This deletes “{deleted.subject || 'No subject'}” from Pursuit. You can’t undo this.
        </ConfirmDialog>
      )}
    </section>
  )
}
