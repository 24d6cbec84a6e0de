import { useEffect, useState } from 'react'
import { actOn } from '#core/client/act.ts'
import { call } from '#core/client/api.ts'
import { Player } from '#core/client/player/Player.tsx'
import { usePlaying } from '#core/client/player/playing.ts'
import { useEngine, useRow } from '#core/client/sync.tsx'
import { type Cue, readCaptions } from '#core/contract/captions.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { watchLesson } from '../../lessons/actions.ts'
import { lessonProgress } from '../../lessons/contract.ts'
import { type FirmContent, firmContentRoutes as routes } from '../contract.ts'

/** Plays a lesson of the firm, from where the person stopped; what was played is kept as of every lesson. */
export function WatchDialog({ content, onClose }: { content: FirmContent; onClose: () => void }) {
  const { id, name, description, seconds, has_captions, media } = content
  const engine = useEngine()
  const playing = usePlaying()
  const [from] = useState(useRow(lessonProgress, id)?.resume ?? 0)
  const [cues, setCues] = useState<readonly Cue[]>([])
  useEffect(() => {
    if (!has_captions) return
    call(routes.captions, { params: { id } }).then(
      ({ captions }) => setCues(captions === '' ? [] : readCaptions(captions)),
      () => undefined,
    )
  }, [id, has_captions])
  const load = async () => {
    const { firmcontents } = await call(routes.list, {})
    const found = firmcontents.find((one) => one.id === id)?.media
    if (!found) throw new Error('This lesson has no video any more.')
    return found
  }
  return (
    <Dialog title={name} size={800} isTall onClose={onClose}>
      {media && (
        <Player
          key={media.id}
          id={media.id}
          title={name}
          load={load}
          playing={playing}
          cues={cues}
          from={from}
          onPlayed={(ranges, second) =>
            void actOn(engine, watchLesson, {
              id,
              watched: Math.min(Math.round(second), seconds),
              length: seconds,
              ranges,
              when: new Date().toISOString(),
            })
          }
        />
      )}
      {description && <p>{description}</p>}
    </Dialog>
  )
}
