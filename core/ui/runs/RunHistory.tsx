import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useToday } from '#core/client/useToday.ts'
import { formatStampShort } from './formatRun.ts'
import { RunPart } from './RunPart.tsx'
import s from './Runs.module.css'

type Props<R> = {
  /** Latest first. */
  runs: readonly R[]
  /** Formats '12 of 12'. */
  resultOf: (run: R) => string
  /** Details of the chosen run, with its ID as the key. */
  children: (run: R) => ReactNode
}

/** Lists the runs of recurring mail beside the details of the chosen one, at first the latest. */
export function RunHistory<R extends { id: string; at: string }>({ runs, resultOf, children }: Props<R>) {
  const today = useToday()
  const [chosen, setChosen] = useState<string | null>(null)
  const run = runs.find(({ id }) => id === chosen) ?? runs[0]
  if (!run) return <p className="dim">Not sent yet.</p>
  return (
    <div className={`grid ${s.runs}`}>
      <RunPart title="Runs">
        <ul>
          {runs.map((one) => (
            <li key={one.id}>
              <UnstyledButton
                className={`flex between gap12 rounded ${s.run}`}
                aria-pressed={one.id === run.id}
                onClick={() => setChosen(one.id)}
              >
                <b className="semi">{formatStampShort(one.at, today)}</b>
                <span className="num">{resultOf(one)}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </RunPart>
      {children(run)}
    </div>
  )
}
