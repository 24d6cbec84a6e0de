import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import type { LoadedQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { scopeLabels } from '#core/contract/apiScope.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { CopyLine } from '../../firm/client/CopyLine.tsx'
import s from '../../firm/client/SignOn.module.css'
import { type ApiToken, tokenRoutes as routes } from '../contract.ts'
import w from './ApiClients.module.css'
import { NewTokenDialog } from './NewTokenDialog.tsx'

type Props = { asked: LoadedQuery<{ address: string; tokens: ApiToken[] }>; isOffline: boolean }

/** Creates, shows once, and revokes the firm's API tokens. */
export function ApiTokens({ asked, isOffline }: Props) {
  const { value: answer, refresh } = asked
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<ApiToken | null>(null)
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="api-tokens">
      <div className={`row wrap between ${s.head}`}>
        <div>
          <h2 id="api-tokens">API tokens</h2>
          <p className="mt4 break pretty dim">
            For your firm’s own integrations, such as a BI tool, an intranet, or a CRM sync.
          </p>
        </div>
        <Button variant="default" disabled={isOffline || !answer} onClick={() => setMaking(true)}>
          Create token
        </Button>
      </div>
      <AnswerState isAwaited of={asked} />
      {answer && (
        <>
          <CopyLine label="Base URL" value={answer.address} />
          <Anchor className={`inline ${w.guide}`} href="/api/openapi.json" target="_blank" rel="noreferrer">
            What programs can call (OpenAPI)
          </Anchor>
          {answer.tokens.length === 0 ? (
            <p className={`dim ${s.empty}`}>No tokens yet.</p>
          ) : (
            <ul className={`ruled ${s.list}`} aria-label="API tokens">
              {answer.tokens.map((token) => (
                <li key={token.id} className={`stack gap12 ${s.row}`}>
                  <div className={`row wrap between ${s.head}`}>
                    <Facts token={token} />
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
        </>
      )}
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} onMade={refresh} />}
      {ending && (
        <ConfirmDialog
          title={`Revoke ${ending.name}?`}
          verb="Revoke"
          isDangerous
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await call(routes.end, { params: { id: ending.id } })
            await refresh()
            return `Token ${ending.name} revoked.`
          }}
        >
          <p>Any program using this token loses access right away.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Facts({ token: { name, scopes, made_by, made_at, ends_at, has_ended, used_on } }: { token: ApiToken }) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const say = (at: string) => formatDay(dayIn(zone, at))
  // A token ends with the last moment of its last day.
  const lastDay = formatDay(dayIn(zone, new Date(Date.parse(ends_at) - 1)))
  return (
    <div className={`stack gap2 ${s.who}`}>
      <strong>{name}</strong>
      <span>{scopes.map((scope) => scopeLabels[scope].label).join(', ')}</span>
      <span className="break pretty dim">
        Created by {made_by} on {say(made_at)}. {used_on ? `Last used ${formatDay(used_on)}.` : 'Not used yet.'}{' '}
        {!has_ended && `Expires ${lastDay}.`}
      </span>
      {has_ended && <span className="inline gap6 medium bad">Expired {lastDay}</span>}
    </div>
  )
}
