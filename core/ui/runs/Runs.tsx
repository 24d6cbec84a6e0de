import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { RunPart } from './RunPart.tsx'
import s from './Runs.module.css'

type Props = {
  /** Latest first. `when` is like 'Today, 8:00 AM', and `result` like '12 of 12'. */
  runs: readonly { id: string; when: string; result: string }[]
  chosen: string | undefined
  onChoose: (id: string) => void
  /** Details of the chosen run. */
  children: ReactNode
}

export const Runs = ({ runs, chosen, onChoose, children }: Props) => (
  <div className={`grid ${s.runs}`}>
    <RunPart title="Runs">
      <ul>
        {runs.map(({ id, when, result }) => (
          <li key={id}>
            <UnstyledButton
              className={`flex between gap12 rounded ${s.run}`}
              aria-pressed={id === chosen}
              onClick={() => onChoose(id)}
            >
              <b className="semi">{when}</b>
              <span className="num">{result}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </RunPart>
    {children}
  </div>
)
