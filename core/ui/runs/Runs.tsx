import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { RunPart } from './RunPart.tsx'
import s from './Runs.module.css'

type Props = {
  /** The latest first. `when`: 'Today, 8:00 AM'; `result`: '12 of 12'. */
  runs: readonly { id: string; when: string; result: string }[]
  chosen: string | undefined
  onChoose: (id: string) => void
  /** A part about the one that is chosen. */
  children: ReactNode
}

/** The runs of something that is mailed again and again. */
export const Runs = ({ runs, chosen, onChoose, children }: Props) => (
  <div className={s.runs}>
    <RunPart title="Runs">
      <ul className={s.list}>
        {runs.map(({ id, when, result }) => (
          <li key={id}>
            <UnstyledButton className={s.run} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              <b>{when}</b>
              <span className="num">{result}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </RunPart>
    {children}
  </div>
)
