import { Button } from '@mantine/core'
import { goOnlineTo, refreshesOnline } from '#core/contract/phrases.ts'
import { relativeTime } from '#core/contract/times.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useNow } from '../../client/useNow.ts'
import type { Target } from '../../contract.ts'
import s from './ActivityTab.module.css'
import { HistoryLine } from './HistoryLine.tsx'
import { useTimeline } from './useTimeline.ts'

export function History({ target }: { target: Target }) {
  const now = useNow(30_000)
  const { proxyFor } = useTargetPlace()
  const { events, older, keptAt, isLoading, isMissing, showOlder } = useTimeline(target)
  const told = events.filter((event) => event.kind !== 'changeUndone')
  return (
    <section aria-labelledby="history">
      <h2 className="lead mb4" id="history">
        History
      </h2>
      {keptAt && !isLoading && <p className="cap">{refreshesOnline(relativeTime(keptAt, now))}</p>}
      {isMissing && <p className="cap">{goOnlineTo('load the history for the first time')}</p>}
      {!isLoading && !isMissing && events.length === 0 && <p className="cap">History starts once this Target syncs.</p>}
      <ul className={s.list}>
        {told.map((event) => (
          <HistoryLine key={event.id} event={event} isMe={!proxyFor && event.user_id === target.user_id} now={now} />
        ))}
      </ul>
      {older && (
        <Button variant="default" className="mt8 surface" onClick={showOlder}>
          Show older
        </Button>
      )}
    </section>
  )
}
