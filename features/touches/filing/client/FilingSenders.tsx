import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { type FilingSender, filingLimits, filingRoutes as routes } from '../contract.ts'
import s from './EmailFiling.module.css'
import type { FilingPart } from './EmailFiling.tsx'
import { SenderDialog } from './SenderDialog.tsx'

const states = {
  waiting: 'Not verified yet. Enter the code that we emailed to this address.',
  verified: 'Verified',
  lost: 'Someone else has verified this address since. If it’s yours, remove it and add it again.',
} as const

/** The addresses that the person can file from. */
export function FilingSenders({ filing, isOffline, onChanged }: FilingPart) {
  const { email, senders } = filing
  /** 'new', or the address to verify. */
  const [opened, setOpened] = useState<'new' | FilingSender | null>(null)
  const [removed, setRemoved] = useState<FilingSender | null>(null)
  const isFull = senders.length >= filingLimits.senders
  return (
    <section className={`stack gap16 ruled ${s.part}`} aria-labelledby="filing-senders">
      <div>
        <h3 id="filing-senders">Addresses you send from</h3>
        <p className="mt4 dim">We file only emails from these addresses. If you send from others, add them.</p>
      </div>
      <ul className={s.rows}>
        <li>
          <span className={`break ${s.text}`}>
            {email}
            <small className="cap block">You sign in with this address</small>
          </span>
        </li>
        {senders.map((sender) => (
          <li key={sender.id}>
            <span className={`break ${s.text}`}>
              {sender.address}
              <small className="cap block">{states[sender.state]}</small>
            </span>
            <span className="flex wrap gap8">
              {sender.state === 'waiting' && (
                <Button
                  variant="default"
                  disabled={isOffline}
                  aria-label={`Enter code for ${sender.address}`}
                  onClick={() => setOpened(sender)}
                >
                  Enter code
                </Button>
              )}
              <Button
                variant="subtle"
                color="red"
                disabled={isOffline}
                aria-label={`Remove ${sender.address}`}
                onClick={() => setRemoved(sender)}
              >
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" disabled={isOffline || isFull} onClick={() => setOpened('new')}>
          Add address
        </Button>
        {isFull && <p className="cap mt4">The limit is {filingLimits.senders}. Remove an address to add another.</p>}
      </div>
      {opened !== null && (
        <SenderDialog sender={opened === 'new' ? null : opened} onChanged={onChanged} onClose={() => setOpened(null)} />
      )}
      {removed && (
        <ConfirmDialog
          title="Remove the address"
          verb="Remove"
          isDangerous
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            onChanged(await call(routes.removeSender, { params: { id: removed.id } }))
            return 'Address removed.'
          }}
        >
          We no longer file emails from {removed.address}. Filed emails stay.
        </ConfirmDialog>
      )}
    </section>
  )
}
