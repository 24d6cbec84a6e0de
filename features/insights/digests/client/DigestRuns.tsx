import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Group.layer.css'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { noResults } from '#core/contract/phrases.ts'
import { formatTime } from '#core/contract/times.ts'
import { deliveryLabels, formatCount } from '#core/ui/runs/formatRun.ts'
import { Recipient } from '#core/ui/runs/Recipient.tsx'
import { RunHistory } from '#core/ui/runs/RunHistory.tsx'
import { RunRecipients } from '#core/ui/runs/RunRecipients.tsx'
import { type Digest, type DigestRecipient, type DigestRun, routes } from '../contract.ts'
import { runRecipients } from '../queries.ts'
import { formatDigestRun, formatPeople } from './digestLabels.ts'

type Props = {
  digest: Pick<Digest, 'id' | 'runs'>
  isOffline: boolean
  /** Without it, emails can't be sent again from here. */
  onChanged?: (digest: Digest) => void
  /** Opens the digest if it is a draft. */
  onEdit?: (() => void) | undefined
}

/** Shows the runs of a digest and the recipients of the selected one. */
export function DigestRuns({ onEdit, ...props }: Props) {
  const history = (
    <RunHistory runs={props.digest.runs} resultOf={formatDigestRun}>
      {(run) => <WhoGotIt key={run.id} {...props} run={run} />}
    </RunHistory>
  )
  if (props.digest.runs.length > 0 || !onEdit) return history
  return (
    <Group gap={12}>
      {history}
      <Button variant="default" size="compact-sm" disabled={props.isOffline} onClick={onEdit}>
        Open draft
      </Button>
    </Group>
  )
}

/** Recipients shown before the list is expanded. */
const SHOWN = 20
const order: DigestRecipient['state'][] = ['failed', 'in_doubt', 'waiting', 'sent', 'skipped']

function WhoGotIt({ digest, run, isOffline, onChanged }: Omit<Props, 'onEdit'> & { run: DigestRun }) {
  const params = { id: digest.id, run: run.id }
  const asked = useQuery(runRecipients, params, { when: `${run.sent} ${run.failed} ${run.waiting}` })
  const mutation = useMutation()
  const [isWhole, setWhole] = useState(false)
  const [search, setSearch] = useState('')
  const [state, setState] = useState<DigestRecipient['state'] | null>(null)
  const all = asked.value?.recipients.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const found = all?.filter(
    (one) =>
      (state === null || one.state === state) &&
      foldCase(`${fullNameOf(one)} ${one.email}`).includes(foldCase(search.trim())),
  )
  const shown = isWhole ? found : found?.slice(0, SHOWN)
  return (
    <RunRecipients
      {...{ run, asked, mutation, isOffline }}
      below={
        run.clicked > 0 && (
          <p className="cap">
            About {formatPeople(run.clicked)} opened a link in it. Programs that check emails are left out as far as
            they can be told.
          </p>
        )
      }
      retry={
        onChanged !== undefined &&
        (async (inDoubt) => onChanged(await call(routes.retry, { params, body: { in_doubt: inDoubt } })))
      }
      failed={run.failed}
    >
      {all && all.length > SHOWN && (
        <Group gap={8} mb={12}>
          <TextInput
            aria-label="Search by name"
            placeholder="Search by name"
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label="What became of it"
            value={state ?? ''}
            data={[
              { value: '', label: `All ${formatCount(all.length)}` },
              ...order
                .map((one) => ({ value: one, count: all.filter((other) => other.state === one).length }))
                .filter(({ count }) => count > 0)
                .map(({ value, count }) => ({ value, label: `${deliveryLabels[value]} ${formatCount(count)}` })),
            ]}
            onChange={(event) => setState((event.currentTarget.value || null) as DigestRecipient['state'] | null)}
          />
        </Group>
      )}
      {found?.length === 0 && <p className="dim">{noResults}</p>}
      <ul>
        {shown?.map((one) => (
          <Recipient
            key={one.user_id}
            person={one}
            state={one.state}
            words={wordsOf(one)}
            reason={one.state === 'failed' ? one.reason : null}
          />
        ))}
      </ul>
      {found && shown && shown.length < found.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {formatCount(found.length - shown.length)} more
        </Button>
      )}
    </RunRecipients>
  )
}

function wordsOf({ state, reason, at }: DigestRecipient): string {
  if (state === 'sent') return `${deliveryLabels.sent} ${formatTime(at.slice(11))}`
  return state === 'skipped' && reason ? reason.replace(/\.$/, '') : deliveryLabels[state]
}
