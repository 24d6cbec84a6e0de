import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import s from './Import.module.css'
import { StepHeading } from './StepHeading.tsx'

type Props = {
  heading: string
  children: ReactNode
  /** Choice that is missing before going on. */
  missing: string | undefined
  onBack: () => void
  onNext: () => void
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
