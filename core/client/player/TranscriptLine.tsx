import type { Cue } from '#core/contract/captions.ts'
import { formatPosition } from '#core/contract/playing.ts'
import { durationParts } from './saying.ts'
import s from './Transcript.module.css'

type Props = { cue: Cue; query: string; isSpoken: boolean; isShown: boolean; onGo: () => void }

export function TranscriptLine({ cue, query, isSpoken, isShown, onGo }: Props) {
  return (
    <li>
      <button
        type="button"
        className={`grid gap12 dim rounded left hoverFill ${s.line}`}
        aria-current={isSpoken ? 'true' : undefined}
        data-shown={isShown || undefined}
        onClick={onGo}
      >
        <span className="num">{formatPosition(cue.from)}</span>
        <span>
          {durationParts(cue.text, query).map((part, n) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence, in their order
            n % 2 === 1 ? <mark key={n}>{part}</mark> : part,
          )}
        </span>
      </button>
    </li>
  )
}
