import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { device } from '#core/client/device.ts'
import { toast } from '#core/client/toasts.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { filingRoutes as routes } from '../contract.ts'
import s from './EmailFiling.module.css'
import type { FilingPart } from './EmailFiling.tsx'

type Asked = 'change' | 'turnOff'

/** Shows the address to copy, and changes it or turns it off. */
export function FilingAddress({ filing, isOffline, onChanged }: FilingPart) {
  const { address, is_on: isOn, is_firm_on: isFirmOn } = filing
  const [asked, setAsked] = useState<Asked | null>(null)
  const { isBusy, problem, run } = useMutation()
  const turnOn = () =>
    run(async () => {
      onChanged(await call(routes.turnOn, {}))
      return 'Email filing is on.'
    })
  const isWorking = isOn && isFirmOn
  return (
    <section className={`stack gap16 ruled ${s.part}`} aria-labelledby="filing-address">
      <div>
        <h3 id="filing-address">Your filing address</h3>
        <p className="mt4 dim">{textOf(filing)}</p>
      </div>
      <Problem>{problem}</Problem>
      {isWorking && <AddressLine address={address} />}
      {isFirmOn && (
        <div className="flex wrap gap8">
          {isOn ? (
            <>
              <Button variant="default" disabled={isOffline} onClick={() => setAsked('change')}>
                Change address
              </Button>
              <Button variant="subtle" color="red" disabled={isOffline} onClick={() => setAsked('turnOff')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button disabled={isOffline} aria-disabled={isBusy || undefined} onClick={() => void turnOn()}>
              Turn on
            </Button>
          )}
        </div>
      )}
      {asked === 'change' && (
        <ConfirmDialog
          title="Change your filing address"
          verb="Change address"
          isDangerous
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            onChanged(await call(routes.change, {}))
            return 'Filing address changed.'
          }}
        >
          You get a new address, and the old one stops right away. Emails sent to the old one come back to the sender.
        </ConfirmDialog>
      )}
      {asked === 'turnOff' && (
        <ConfirmDialog
          title="Turn off email filing"
          verb="Turn off"
          isDangerous
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            onChanged(await call(routes.turnOff, {}))
            return 'Email filing is off.'
          }}
        >
          Emails sent to your filing address come back to the sender until you turn it on again. Filed emails stay.
        </ConfirmDialog>
      )}
    </section>
  )
}

function textOf({ is_on, is_firm_on }: FilingPart['filing']): string {
  if (!is_firm_on) return 'Your firm has turned off email filing. Your firm’s administrator can turn it on.'
  if (!is_on) return 'Email filing is off. When you turn it on, your address is the same as before.'
  return 'Add this address as BCC when you write to a contact, or forward an email to it. We file the email on the Target with that contact. Only you can use the address, so don’t share it.'
}

const COPIED_MS = 3000

function AddressLine({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    if (await device.copyText(address)) setCopied(true)
    else toast({ message: 'This browser blocks copying. Select the address and copy it.', color: 'red' })
  }
  return (
    <div className="row wrap gap8">
      <TextInput
        className={s.address}
        aria-label="Filing address"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        className={s.copy}
        variant={isCopied ? 'light' : 'filled'}
        color={isCopied ? 'green' : undefined}
        leftSection={
          isCopied ? <Icon name="check" size={16} stroke={2} /> : <Icon name="copy" size={16} stroke={1.75} />
        }
        onClick={() => void copy()}
      >
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
    </div>
  )
}
