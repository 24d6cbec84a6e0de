import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useToday } from '#core/client/useToday.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { formatCount, formatStampShort } from '#core/ui/runs/formatRun.ts'
import { type Digest, routes } from '../contract.ts'
import { digestPreview } from '../queries.ts'
import s from './DigestPanel.module.css'
import { digestLabels, formatPeople, formatZone } from './digestLabels.ts'

type Props = {
  digest: Pick<Digest, 'id' | 'title' | 'curated_by' | 'date' | 'zone' | 'revision'>
  /** The action that the preview was opened for. */
  submit?: { verb: string; run: () => void }
  onClose: () => void
}

/** Shows the exact email as email clients show it: wide or on a phone, light or dark. */
export function PreviewDialog({ digest, submit, onClose }: Props) {
  const today = useToday()
  const isNarrow = useIsNarrow()
  const asked = useQuery(digestPreview, digest.id, { when: digest.revision })
  const [width, setWidth] = useState(isNarrow ? 'Phone' : 'Desktop')
  const [scheme, setScheme] = useState('Light')
  const { isBusy, problem, run } = useMutation()
  const test = () =>
    run(async () => {
      await call(routes.test, { params: { id: digest.id } })
      return 'Test sent to you.'
    })
  const { value } = asked
  return (
    <Dialog
      title={digestLabels.preview}
      size={900}
      isTall
      onClose={onClose}
      foot={
        <>
          <span className={`cap grow onlyWide`}>
            {digest.date && `${formatStampShort(digest.date, today)}, ${formatZone(digest.zone)}`}
          </span>
          <Button
            variant="default"
            leftSection={<Icon name="mail-forward" />}
            aria-disabled={isBusy || undefined}
            onClick={() => void test()}
          >
            {digestLabels.test}
          </Button>
          {submit && <Button onClick={submit.run}>{submit.verb}</Button>}
        </>
      }
    >
      <Problem>{problem}</Problem>
      <div className={`row wrap gap8 ${s.views}`}>
        <span className={`stack grow ${s.subject}`}>
          <b className="one">{value?.subject ?? digest.title}</b>
          <span className="cap">{digest.curated_by}</span>
        </span>
        <SegmentedControl size="xs" aria-label="Width" data={['Desktop', 'Phone']} value={width} onChange={setWidth} />
        <SegmentedControl size="xs" aria-label="Colors" data={['Light', 'Dark']} value={scheme} onChange={setScheme} />
      </div>
      <AnswerState isAwaited of={asked} />
      {value && (
        <ul className={`small dim mb12 ${s.reached}`} aria-label="Who gets it">
          <li>{value.contacts === 0 ? 'No one would get it now.' : `Goes to ${formatPeople(value.contacts)}.`}</li>
          {value.closed_items.map(({ title, people }) => (
            <li key={title}>
              {`${formatCount(people)} of them can’t open “${title}” and ${people === 1 ? 'gets' : 'get'} the digest without it.`}
            </li>
          ))}
        </ul>
      )}
      {value && (
        <div className={`card flex sunken ${s.frame}`}>
          <iframe
            key={`${scheme} ${digest.revision}`}
            title="The digest as it is sent"
            src={`${value.url}?scheme=${scheme.toLowerCase()}`}
            data-width={width}
          />
        </div>
      )}
    </Dialog>
  )
}
