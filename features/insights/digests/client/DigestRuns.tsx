import '@mantine/core/styles/Group.layer.css'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useToday } from '#core/client/useToday.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { noResults } from '#core/contract/phrases.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { Recipient } from '#core/ui/runs/Recipient.tsx'
import { Recipients } from '#core/ui/runs/Recipients.tsx'
import { RunPart } from '#core/ui/runs/RunPart.tsx'
import { Runs } from '#core/ui/runs/Runs.tsx'
import { type Digest, type DigestRecipient, type DigestRun, routes } from '../contract.ts'
import { runRecipients } from '../queries.ts'
import {
  deliveryLabels,
  formatCount,
  formatDigestRun,
  formatDigestTime,
  formatPeople,
  formatStampShort,
} from './digestLabels.ts'

type Props = {
  digest: Pick<Digest, 'id' | 'runs'>
  isOffline: boolean
  /** Without it, emails can't be sent again from here. */
  onChanged?: (digest: Digest) => void
  /** Opens the digest if it is a draft. */
  onEdit?: (() => void) | undefined
}

/** Shows the runs of a digest and the recipients of the selected one. */
export function DigestRuns({ digest, isOffline, onChanged, onEdit }: Props) {
  const today = useToday()
  const [chosen, setChosen] = useState(digest.runs[0]?.id)
  const run = digest.runs.find(({ id }) => id === chosen)
  if (digest.runs.length === 0)
    return (
      <Group gap={12}>
        <p className="dim">Not sent yet.</p>
        {onEdit && (
          <Button variant="default" size="compact-sm" disabled={isOffline} onClick={onEdit}>
            Open draft
          </Button>
        )}
      </Group>
    )
  return (
    <Runs
      runs={digest.runs.map((one) => ({
        id: one.id,
        when: formatStampShort(one.at, today),
        result: formatDigestRun(one),
      }))}
      chosen={chosen}
      onChoose={setChosen}
    >
      {run && <WhoGotIt key={run.id} digest={digest} run={run} isOffline={isOffline} onChanged={onChanged} />}
    </Runs>
  )
}

/** Recipients shown before the list is expanded. */
const SHOWN = 20
const order: DigestRecipient['state'][] = ['failed', 'in_doubt', 'waiting', 'sent', 'skipped']

function WhoGotIt({ digest, run, isOffline, onChanged }: Props & { run: DigestRun }) {
  const today = useToday()
  const asked = useQuery(
    runRecipients,
    { id: digest.id, run: run.id },
    { when: `${run.sent} ${run.failed} ${run.waiting}` },
  )
  const [isWhole, setWhole] = useState(false)
  const [search, setSearch] = useState('')
  const [state, setState] = useState<DigestRecipient['state'] | null>(null)
  const { isBusy, problem, run: change } = useMutation()
  const all = asked.value?.recipients.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const found = all?.filter(
    (one) =>
      (state === null || one.state === state) &&
      foldCase(`${fullNameOf(one)} ${one.email}`).includes(foldCase(search.trim())),
  )
  const shown = isWhole ? found : found?.slice(0, SHOWN)
  const again = (inDoubt: boolean) =>
    change(async () => {
      onChanged?.(await call(routes.retry, { params: { id: digest.id, run: run.id }, body: { in_doubt: inDoubt } }))
      return 'Resending.'
    })
  return (
    <RunPart title={`Recipients, ${formatStampShort(run.at, today)}`}>
      <AnswerState isAwaited of={asked} />
      <Problem>{problem}</Problem>
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
      <Recipients>
        {shown?.map((one) => (
          <Recipient
            key={one.user_id}
            person={one}
            state={one.state}
            words={wordsOf(one)}
            reason={one.state === 'failed' ? one.reason : null}
          />
        ))}
      </Recipients>
      {found && shown && shown.length < found.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {formatCount(found.length - shown.length)} more
        </Button>
      )}
      {run.clicked > 0 && (
        <p className="cap">
          About {formatPeople(run.clicked)} opened a link in it. Programs that check emails are left out as far as they
          can be told.
        </p>
      )}
      {run.in_doubt > 0 && (
        <p className="cap">
          Unconfirmed: the mail server’s answer was lost. These emails may have arrived, so they aren’t sent again by
          themselves.
        </p>
      )}
      <Group gap={8} mt={12}>
        {onChanged && run.failed > 0 && (
          <Button variant="default" disabled={isOffline || isBusy} onClick={() => void again(false)}>
            Retry {formatCount(run.failed)} failed
          </Button>
        )}
        {onChanged && run.in_doubt > 0 && (
          <Button variant="default" disabled={isOffline || isBusy} onClick={() => void again(true)}>
            Send to the unconfirmed too
          </Button>
        )}
      </Group>
    </RunPart>
  )
}

function wordsOf({ state, reason, at }: DigestRecipient): string {
  if (state === 'sent') return `${deliveryLabels.sent} ${formatDigestTime(at)}`
  return state === 'skipped' && reason ? reason.replace(/\.$/, '') : deliveryLabels[state]
}
