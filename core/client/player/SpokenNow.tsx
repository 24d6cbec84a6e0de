import type { Cue } from '#core/contract/captions.ts'
import { type Playing, useCueAt } from './playing.ts'
import { TranscriptLine } from './TranscriptLine.tsx'

/** The previous, current, and next captions. */
export function SpokenNow({ cues, playing }: { cues: readonly Cue[]; playing: Playing }) {
  const spoken = useCueAt(playing, cues)
  const first = Math.min(Math.max(0, spoken - 1), Math.max(0, cues.length - 3))
  return (
    <ol className="mt8">
      {cues.slice(first, first + 3).map((cue, n) => (
        <TranscriptLine
          key={cue.from}
          cue={cue}
          query=""
          isSpoken={first + n === spoken}
          isShown={false}
          onGo={() => playing.seekTo(cue.from)}
        />
      ))}
    </ol>
  )
}
