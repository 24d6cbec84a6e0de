import { useState } from 'react'
import { useQuery } from '#core/client/query.ts'
import { formatDay } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { pipelineLooks } from '../../pipelines/contract.ts'
import s from './PipelineViews.module.css'

const FIRST = 5

/** Lists managers who viewed one's own pipeline, with the time. Empty if no one did. */
export function PipelineViews() {
  const looks = useQuery(pipelineLooks, undefined).value?.looks ?? []
  const [isWhole, setWhole] = useState(false)
  if (looks.length === 0) return null
  return (
    <section className={`ruled ${s.looks}`} aria-labelledby="looks">
      <h2 className="lead mb8" id="looks">
        Who viewed your pipeline
      </h2>
      <ul>
        {(isWhole ? looks : looks.slice(0, FIRST)).map((look) => (
          <li key={`${look.day} ${look.user_id}`}>
            {fullNameOf(look)} viewed this pipeline on {formatDay(look.day)}
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
