import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PersonSummary } from '#features/account/contract.ts'
import type { ImportDetail } from '../contract.ts'
import type { Mapping } from '../mappingContract.ts'
import s from './Import.module.css'
import { StepHeading } from './StepHeading.tsx'

export type ValuesProps<M extends Mapping> = {
  detail: ImportDetail
  mapping: M
  /** People who can own a target. */
  people: PersonSummary[]
  problems: Record<string, string>
  onChange: (part: Partial<M>) => void
  onBack: () => void
  onNext: () => void
}

type Props = Pick<ValuesProps<Mapping>, 'onBack' | 'onNext'> & {
  heading: string
  children: ReactNode
  /** Choice that is missing before going on. */
  missing: string | undefined
}

export function ValuesStep({ heading, children, missing, onBack, onNext }: Props) {
  return (
    <>
      <StepHeading>{heading}</StepHeading>
      {children}
      <div className={`flex wrap between gap12 ${s.foot}`}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <div className={`row wrap end ${s.next}`}>
          {missing && (
            <span className="medium soon" role="status">
              {missing}
            </span>
          )}
          <Button onClick={onNext} disabled={missing !== undefined}>
            Continue
          </Button>
        </div>
      </div>
    </>
  )
}
