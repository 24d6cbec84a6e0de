import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorMessages } from '#core/contract/errors.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { device } from '../device.ts'
import { useEngine } from '../sync.tsx'
import { toast } from '../toasts.ts'
import s from './OutboxPanel.module.css'
import type { OutboxTexts } from './useOutboxLabels.ts'

/** A rejected change with the reason and the typed text, until the person dismisses it. */
export function RefusedRow({ outgoing, words }: { outgoing: Outgoing; words: OutboxTexts }) {
  const engine = useEngine()
  const [isCopied, setCopied] = useState(false)
  const typed = words.typedIn(outgoing)
  const copy = async () => {
    if (await device.copyText(typed ?? '')) setCopied(true)
    else toast({ message: 'This browser blocked copying. Select the text and copy it manually.', color: 'red' })
  }
  return (
    <li className={`flex top gap12 clip ${s.row} ${s.bad}`}>
      <Icon name="alert-circle" size={20} stroke={1.75} />
      <div className={`grow break ${s.text}`}>
        <p>
          <b className="strong">{outgoing.state === 'parked' ? 'On hold.' : 'Couldn’t save.'}</b>{' '}
          {words.sentenceOf(outgoing)}
        </p>
        <p>{outgoing.problem?.message ?? errorMessages.generic}</p>
        {typed && <p className={s.quote}>“{typed}”</p>}
        <div className="flex wrap gap4 mt8">
          {typed && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={
                isCopied ? <Icon name="check" size={16} stroke={1.75} /> : <Icon name="copy" size={16} stroke={1.75} />
              }
              onClick={copy}
            >
              {isCopied ? 'Copied' : words.copyLabelOf(outgoing)}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant={typed ? 'subtle' : 'default'}
            color="gray"
            className={s.discard}
            onClick={() => engine.retry(outgoing.key)}
          >
            Try again
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={s.discard}
            onClick={() => engine.dismiss(outgoing.key)}
          >
            Discard
          </Button>
        </div>
      </div>
    </li>
  )
}
