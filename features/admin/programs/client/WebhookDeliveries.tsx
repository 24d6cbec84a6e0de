import { Button } from '@mantine/core'
import { useSession } from '#core/client/session.ts'
import { stampIn } from '#core/contract/dates.ts'
import { sayStamp } from '#core/contract/times.ts'
import type { Column } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { number } from '../../client/words.ts'
import s from '../../firm/client/SignOn.module.css'
import { type WebhookDelivery, type WebhookDetail, webhookLimits } from '../webhookContract.ts'
import w from './WebhookDeliveries.module.css'

type Props = {
  webhook: WebhookDetail
  isOffline: boolean
  onRefresh: () => Promise<void>
  onAgain: (delivery: WebhookDelivery) => void
}

const stateWords: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** What it was told last, and what it answered. */
export function WebhookDeliveries({ webhook, isOffline, onRefresh, onAgain }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const say = (at: string) => sayStamp(stampIn(zone, at))
  const columns: readonly Column<WebhookDelivery>[] = [
    { key: 'type', head: 'Event', cell: ({ type }) => <strong>{type}</strong> },
    {
      key: 'state',
      head: 'State',
      onCard: 'line',
      cell: ({ state, problem, tries }) => (
        <span
          className={s.state}
          data-good={state === 'delivered' || undefined}
          data-bad={state === 'failed' || (state === 'waiting' && problem !== '') || undefined}
        >
          {stateWords[state]}
          {tries > 1 && ` · ${number(tries)} tries`}
        </span>
      ),
    },
    { key: 'status', head: 'Answer', cell: ({ status }) => status ?? '–' },
    {
      key: 'milliseconds',
      head: 'Took',
      isNumber: true,
      cell: ({ milliseconds }) => (milliseconds === null ? '–' : `${number(milliseconds)} ms`),
    },
    { key: 'queued_at', head: 'Happened', onCard: 'aside', cell: ({ queued_at }) => say(queued_at) },
  ]
  return (
    <section className={s.part} aria-labelledby="deliveries">
      <div className={s.head}>
        <div>
          <h2 id="deliveries">Deliveries</h2>
          <p className={s.why}>The last {webhookLimits.shown}. What failed is tried again for three days.</p>
        </div>
        <Button variant="default" disabled={isOffline} onClick={() => void onRefresh()}>
          Refresh
        </Button>
      </div>
      <Table
        label="Deliveries"
        columns={columns}
        rows={webhook.deliveries}
        keyOf={({ id }) => id}
        nameOf={({ type }) => type}
        empty={<p className={s.empty}>Nothing was told yet. Send a test to see whether it arrives.</p>}
        moreOf={(delivery) => (
          <div className={w.more}>
            {delivery.problem && <p>{delivery.problem}</p>}
            {delivery.next_at && !webhook.off_why && <p className={s.why}>Next try: {say(delivery.next_at)}.</p>}
            <div>
              <span className={s.label}>Sent</span>
              <pre className={w.text}>{pretty(delivery.body)}</pre>
            </div>
            {delivery.answer && (
              <div>
                <span className={s.label}>Answered</span>
                <pre className={w.text}>{delivery.answer}</pre>
              </div>
            )}
            <p className={s.why}>webhook-id: {delivery.id}</p>
            {!webhook.off_why && (
              <Button
                variant="default"
                disabled={isOffline || delivery.state === 'sending'}
                onClick={() => onAgain(delivery)}
              >
                Send again
              </Button>
            )}
          </div>
        )}
      />
    </section>
  )
}

const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2)
