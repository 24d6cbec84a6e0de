import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { stampIn } from '#core/contract/dates.ts'
import { formatStamp } from '#core/contract/times.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { scimRoutes as routes, type ScimToken } from '../../scim/contract.ts'
import { provisioning } from '../queries.ts'
import { CopyLine } from './CopyLine.tsx'
import { DeactivationForm } from './DeactivationForm.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import s from './SignOn.module.css'

/** SCIM provisioning: the directory's tokens, and who gets the targets of people who leave. */
export function Provisioning({ isOffline }: { isOffline: boolean }) {
  const asked = useQuery(provisioning, undefined)
  const { value: now, refresh: reload } = asked
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<ScimToken | null>(null)
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="provisioning">
      <div className={`row wrap between ${s.head}`}>
        <div>
          <h2 id="provisioning">People from your directory</h2>
          <p className="mt4 break pretty dim">
            Entra ID, Okta, and other directories create, update, and deactivate people and groups here over SCIM 2.0.
            These people don’t get an invitation email; they sign in with SSO.
          </p>
        </div>
        <Button disabled={isOffline || !now} onClick={() => setAdding(true)}>
          Create key
        </Button>
      </div>
      <AnswerState of={asked} />
      {now && (
        <>
          <CopyLine label="Tenant URL" value={now.address} />
          {now.tokens.length > 0 && (
            <ul className={`ruled ${s.list}`} aria-label="Keys">
              {now.tokens.map((token) => (
                <li key={token.id} className={`stack gap12 ${s.row}`}>
                  <div className={`row wrap between ${s.head}`}>
                    <Key token={token} />
                    <Button
                      variant="default"
                      aria-label={`Revoke ${token.name}`}
                      disabled={isOffline}
                      onClick={() => setEnding(token)}
                    >
                      Revoke
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
          <DeactivationForm key={JSON.stringify(now)} now={now} isOffline={isOffline} reload={reload} />
        </>
      )}
      {isAdding && <NewKeyDialog onClose={() => setAdding(false)} onMade={reload} />}
      {ending && (
        <ConfirmDialog
          title={`Revoke the key “${ending.name}”?`}
          verb="Revoke"
          isDangerous
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await call(routes.endToken, { params: { id: ending.id } })
            await reload()
            return `Key “${ending.name}” revoked.`
          }}
        >
          <p>The directory can no longer make changes here with this key. People and groups stay as they are.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Key({ token: { name, made_at, used_at } }: { token: ScimToken }) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const say = (at: string) => {
    return formatStamp(stampIn(zone, at))
  }
  return (
    <div className={`stack gap2 ${s.who}`}>
      <strong>{name}</strong>
      <span className="break pretty dim">
        Created {say(made_at)}. {used_at ? `Last used ${say(used_at)}.` : 'Not used yet.'}
      </span>
    </div>
  )
}
