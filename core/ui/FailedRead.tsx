import { Button } from '@mantine/core'
import { useState } from 'react'
import { Problem } from './Problem.tsx'

type Props = {
  problem: string | null | undefined
  /** Leave it out when the result would be the same. */
  onAgain?: (() => unknown) | undefined
}

export function FailedRead({ problem, onAgain }: Props) {
  const [isBusy, setBusy] = useState(false)
  const again = async () => {
    if (isBusy) return
    setBusy(true)
    await onAgain?.()
    setBusy(false)
  }
  return (
    <Problem
      action={
        onAgain && (
          <Button variant="default" size="compact-sm" aria-disabled={isBusy || undefined} onClick={again}>
            Try again
          </Button>
        )
      }
    >
      {problem}
    </Problem>
  )
}
