import { Button } from '@mantine/core'
import { useSession } from '#core/client/session.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { stampIn } from '#core/contract/dates.ts'
import { formatStamp } from '#core/contract/times.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { number } from '../../client/labels.ts'
import s from '../../firm/client/SignOn.module.css'
import { type WebhookDelivery, type WebhookDetail, webhookLimits } from '../webhookContract.ts'
import w from './WebhookDeliveries.module.css'

type Props = {
  webhook: WebhookDetail
  isOffline: boolean
  onRefresh: () => Promise<void>
  onAgain: (delivery: WebhookDelivery) => void
}

const stateLabels: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  failed: 'Failed',
}

export function WebhookDeliveries({ webhook, isOffline, onRefresh, onAgain }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const say = (at: string) => formatStamp(stampIn(zone, at))
  const isNarrow = useIsNarrow()
  const columns: readonly TableColumn<WebhookDelivery>[] = [
    { key: 'type', head: 'Event', cell: ({ type }) => <strong>{type}</strong> },
    { key: 'state', head: 'State', onCard: 'line', cell: (delivery) => <State of={delivery} /> },
    ...(isNarrow ? [] : answerColumns),
    {
      key: 'queued_at',
      head: 'Time',
      onCard: 'line',
      cell: (delivery) => (isNarrow ? inShort(delivery, say) : say(delivery.queued_at)),
    },
  ]
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="deliveries">
      <div className={`row wrap between ${s.head}`}>
        <div>
          <h2 id="deliveries">Deliveries</h2>
          <p className="mt4 break pretty dim">
            The last {webhookLimits.shown} deliveries. Failed deliveries are retried for three days.
          </p>
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
        empty={
          <EmptyState title="Nothing sent yet">
            <p>Send a test to check that it works.</p>
          </EmptyState>
        }
        moreOf={(delivery) => (
          <div className={`stack top gap12 ${w.more}`}>
            {delivery.problem && <p>{delivery.problem}</p>}
            {delivery.next_at && !webhook.off_why && (
              <p className="mt4 break pretty dim">Next attempt: {say(delivery.next_at)}.</p>
            )}
            <div className="fill">
              <span className="cap block">Sent</span>
              <pre className={`break mt4 p12 rounded ${w.text}`}>{pretty(delivery.body)}</pre>
            </div>
            {delivery.answer && (
              <div className="fill">
                <span className="cap block">Response</span>
                <pre className={`break mt4 p12 rounded ${w.text}`}>{delivery.answer}</pre>
              </div>
            )}
            <p className="mt4 break pretty dim">webhook-id: {delivery.id}</p>
            {!webhook.off_why && (
              <Button
                variant="default"
                disabled={isOffline || delivery.state === 'sending'}
                onClick={() => onAgain(delivery)}
              >
                Resend
              </Button>
            )}
          </div>
        )}
      />
    </section>
  )
}

const answerColumns: readonly TableColumn<WebhookDelivery>[] = [
  { key: 'status', head: 'Response', cell: ({ status }) => status ?? '–' },
  {
    key: 'milliseconds',
    head: 'Duration',
    isNumber: true,
    cell: ({ milliseconds }) => (milliseconds === null ? '–' : `${number(milliseconds)} ms`),
  },
]

/** 'Nov 22, 2026, 9:42 AM · 503 after 10,042 ms'. */
function inShort({ queued_at, status, milliseconds }: WebhookDelivery, say: (at: string) => string): string {
  const answered = status !== null && milliseconds !== null && `${status} after ${number(milliseconds)} ms`
  return [say(queued_at), answered].filter(Boolean).join(' · ')
}

function State({ of: { state, problem, tries } }: { of: WebhookDelivery }) {
  const isBad = state === 'failed' || (state === 'waiting' && problem !== '')
  const icon = isBad ? 'alert-triangle' : state === 'delivered' ? 'check' : 'clock'
  return (
    <span className={`inline gap6 medium ${state === 'delivered' ? 'good' : isBad ? 'bad' : 'dim'}`}>
      <Icon name={icon} size={16} stroke={1.75} />
      {stateLabels[state]}
      {tries > 1 && ` · ${number(tries)} attempts`}
    </span>
  )
}

const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2)
