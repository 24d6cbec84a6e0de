import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type Domain, signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import { CopyLine } from './CopyLine.tsx'
import s from './SignOn.module.css'

type Props = { domain: Domain; isOffline: boolean; reload: () => Promise<void> }

const proofs = { dns: 'Verified by DNS record', operator: 'Verified by the operator' } as const

/** Shows one domain and, until it is verified, the DNS record that verifies it. */
export function SignOnDomain({ domain: { id, domain, how, record }, isOffline, reload }: Props) {
  const [isRemoving, setRemoving] = useState(false)
  const { isBusy, problem, run } = useMutation()
  const check = () =>
    run(async () => {
      await call(routes.checkDomain, { params: { id }, body: {} })
      await reload()
      return `${domain} is verified.`
    })
  return (
    <li className={`stack gap12 ${s.row}`}>
      <div className={`row wrap between ${s.head}`}>
        <div className={`stack gap2 ${s.who}`}>
          <strong>{domain}</strong>
          <span className={`inline gap6 medium ${how !== null ? 'good' : 'dim'}`}>
            {how ? <Icon name="check" size={16} stroke={2} /> : <Icon name="clock" size={16} stroke={2} />}
            {how ? proofs[how] : 'Not verified'}
          </span>
        </div>
        <div className="flex wrap gap8">
          {!how && (
            <Button disabled={isOffline} aria-disabled={isBusy || undefined} onClick={check}>
              {isBusy ? 'Checking…' : 'Check now'}
            </Button>
          )}
          <Button
            variant="default"
            aria-label={`Remove ${domain}`}
            disabled={isOffline}
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        </div>
      </div>
      <Problem>{problem}</Problem>
      {!how && (
        <div className="stack gap8">
          <p className="mt4 break pretty dim">
            Add this TXT record at the DNS provider for {domain}, then check it here.
          </p>
          <CopyLine label="Name" value={record.name} />
          <CopyLine label="Value" value={record.value} />
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${domain}?`}
          verb="Remove"
          isDangerous
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await call(routes.removeDomain, { params: { id } })
            await reload()
            return `${domain} removed.`
          }}
        >
          <p>People with an email at {domain} can no longer use SSO. Anyone already signed in stays signed in.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
