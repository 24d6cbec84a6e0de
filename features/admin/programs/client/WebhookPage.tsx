import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { stampIn } from '#core/contract/dates.ts'
import { formatStamp } from '#core/contract/times.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { Dialog } from '#core/ui/Dialog.tsx'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { placePath } from '../../client/place.ts'
import { usePolling } from '../../client/useLookAgain.ts'
import { StepHeading } from '../../imports/client/StepHeading.tsx'
import p from '../../people/client/People.module.css'
import { webhookQuery, webhooksQuery } from '../queries.ts'
import { webhookRoutes as routes, webhookLimits } from '../webhookContract.ts'
import { ShownOnce } from './ShownOnce.tsx'
import { WebhookActs, type WebhookAsk } from './WebhookActs.tsx'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookState } from './WebhookState.tsx'

export function WebhookPage({ id, isOffline }: { id: string; isOffline: boolean }) {
  const params = { id }
  const asked = useQuery(webhookQuery, id)
  const { value: webhook, refresh } = asked
  const { value: list } = useQuery(webhooksQuery, undefined)
  const [asking, setAsking] = useState<WebhookAsk | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const change = useMutation()
  const navigate = useNavigate()
  // A delivery that has failed waits for its retry time. One without an attempt is about to be sent.
  const isSending = webhook?.deliveries.some(
    ({ state, problem }) => state === 'sending' || (state === 'waiting' && problem === ''),
  )
  usePolling(isSending === true && !webhook?.off_why, refresh)
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  useTitle(webhook ? `${new URL(webhook.url).host} · Admin` : 'Webhook · Admin')
  const close = () => setAsking(null)
  const act = (work: () => Promise<unknown>, said: string) =>
    change.run(async () => {
      await work()
      await refresh()
      return said
    })
  const turn = (is_on: boolean) =>
    act(() => call(routes.turn, { params, body: { is_on } }), is_on ? 'Webhook turned on.' : 'Webhook turned off.')
  return (
    <div className={`stack ${p.page}`} data-wide>
      <div>
        <BackLink to={placePath('api')}>API</BackLink>
        {webhook && (
          <div className={`row wrap between ${p.head}`}>
            <div className="stack shrink">
              <StepHeading>{new URL(webhook.url).host}</StepHeading>
              <p className="mt4 break dim">{webhook.url}</p>
              <WebhookState webhook={webhook} />
              {webhook.old_secret_until && (
                <p className="mt4 break dim">
                  The previous secret still works, until {formatStamp(stampIn(zone, webhook.old_secret_until))}.
                </p>
              )}
            </div>
            <WebhookActs
              webhook={webhook}
              isOffline={isOffline}
              isBusy={change.isBusy}
              onTurn={turn}
              onTest={() => act(() => call(routes.test, { params }), 'Test sent.')}
              onAsk={setAsking}
            />
          </div>
        )}
        {change.problem !== null && <Problem>{change.problem}</Problem>}
      </div>
      <AnswerState isAwaited of={asked} />
      {webhook && (
        <WebhookDeliveries
          webhook={webhook}
          isOffline={isOffline}
          onRefresh={refresh}
          onAgain={({ id: delivery }) =>
            act(() => call(routes.again, { params: { ...params, delivery } }), 'Resending.')
          }
        />
      )}
      {asking === 'edit' && webhook && list && (
        <WebhookDialog webhook={webhook} events={list.events} onClose={close} onSaved={refresh} />
      )}
      {asking === 'remove' && webhook && (
        <ConfirmDialog
          title="Remove this webhook?"
          verb="Remove"
          isDangerous
          onClose={close}
          onConfirm={async () => {
            await call(routes.remove, { params })
            void navigate({ to: placePath('api') })
            return 'Webhook removed.'
          }}
        >
          <p>{webhook.url} won’t get messages anymore. Pending messages are dropped.</p>
        </ConfirmDialog>
      )}
      {asking === 'secret' && (
        <ConfirmDialog
          title="Create a new secret?"
          verb="Create secret"
          onClose={close}
          onConfirm={async () => {
            setSecret((await call(routes.rotate, { params })).secret)
            await refresh()
          }}
        >
          <p>The current secret keeps working for {webhookLimits.secretHours} hours so you can update your program.</p>
        </ConfirmDialog>
      )}
      {secret !== null && (
        <Dialog title="Its new signing secret" size={520} isHeld onClose={() => setSecret(null)}>
          <ShownOnce label="Signing secret" value={secret} onClose={() => setSecret(null)}>
            Copy it now. You won’t see it again.
          </ShownOnce>
        </Dialog>
      )}
    </div>
  )
}
