import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { LoadedQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { counted } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import s from '../../firm/client/SignOn.module.css'
import p from '../../people/client/People.module.css'
import type { Webhook } from '../webhookContract.ts'
import w from './ApiClients.module.css'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookState } from './WebhookState.tsx'

type Props = {
  asked: LoadedQuery<{ webhooks: Webhook[]; events: { name: string; label: string }[] }>
  isOffline: boolean
}

export function Webhooks({ asked, isOffline }: Props) {
  const { value: answer, refresh } = asked
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="webhooks">
      <div className={`row wrap between ${s.head}`}>
        <div>
          <h2 id="webhooks">Webhooks</h2>
          <p className="mt4 break pretty dim">
            Pursuit sends a message to these URLs when something happens to a Target. Private Targets are never
            included.
          </p>
        </div>
        <Button variant="default" disabled={isOffline || !answer} onClick={() => setAdding(true)}>
          Add a webhook
        </Button>
      </div>
      <AnswerState isAwaited of={asked} />
      {answer &&
        (answer.webhooks.length === 0 ? (
          <p className={`dim ${s.empty}`}>No webhooks yet.</p>
        ) : (
          <ul className={`ruled ${s.list}`} aria-label="Webhooks">
            {answer.webhooks.map((webhook) => (
              <li key={webhook.id} className={`stack gap12 ${s.row} relative`}>
                <div className={`stack gap2 ${s.who}`}>
                  <Link to={placePath('api', webhook.id)} className={`semi break link ${p.name} ${w.link}`}>
                    {webhook.url}
                  </Link>
                  <span className="break pretty dim">{formatSome(webhook, answer.events.length)}</span>
                  <WebhookState webhook={webhook} />
                </div>
              </li>
            ))}
          </ul>
        ))}
      {isAdding && answer && (
        <WebhookDialog events={answer.events} onClose={() => setAdding(false)} onSaved={refresh} />
      )}
    </section>
  )
}

const formatSome = ({ events }: Webhook, all: number) =>
  events.length === all ? 'All events' : `${events.length} of ${counted(all, 'event')}`
