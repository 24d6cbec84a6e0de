import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { useEngine } from '#core/client/sync.tsx'
import { formatDay } from '#core/contract/dates.ts'
import type { Answer } from '#core/contract/route.ts'
import { routes } from '../../pipelines/contract.ts'
import s from './Looks.module.css'

type Look = Answer<typeof routes.looks>['looks'][number]
const RECORD = 'looks'
const FIRST = 5

/** Which managers looked at one's own pipeline, and when. Nothing where nobody did. */
export function Looks() {
  const engine = useEngine()
  const [looks, setLooks] = useState<readonly Look[]>([])
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const kept = await engine.readRecord<Look[]>(RECORD)
      if (isCurrent && kept) setLooks(kept.value)
      try {
        const answer = await call(routes.looks, {})
        if (isCurrent) setLooks(answer.looks)
        await engine.writeRecord(RECORD, answer.looks)
      } catch {
        // What was said last stays.
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [engine])
  if (looks.length === 0) return null
  return (
    <section className={s.looks} aria-labelledby="looks">
      <h2 id="looks">Who looked at your pipeline</h2>
      <ul>
        {(isWhole ? looks : looks.slice(0, FIRST)).map((look) => (
          <li key={`${look.day} ${look.user_id}`}>
            {`${look.first_name} ${look.last_name}`.trim()} looked at this pipeline on {formatDay(look.day)}
          </li>
        ))}
      </ul>
      {looks.length > FIRST && !isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {looks.length}
        </button>
      )}
    </section>
  )
}
