import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { formatDay } from '#core/contract/dates.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { routes } from '../contract.ts'
import type { CompanySeen } from './useCompany.ts'

/** Names that were merged into the page, each with who did it. Within 30 days, it can get its own page again. */
export function MergedNames({ company: { merged, isOffline, refresh } }: { company: CompanySeen }) {
  const { isBusy, problem, run } = useMutation()
  if (merged.length === 0) return null
  const separate = (name: string) =>
    run(async () => {
      await call(routes.separateCompanies, { body: { name } })
      await refresh()
      return `${name} has its own page again.`
    })
  return (
    <>
      {merged.map(({ name, by, at, can_separate }) => (
        <p key={name} className="row wrap gap4 break dim mt2">
          <span title={`Merged by ${by} on ${formatDay(at.slice(0, 10))}`}>Also {name}</span>
          {can_separate && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Separate ${name}`}
              disabled={isOffline || isBusy}
              onClick={() => separate(name)}
            >
              Separate
            </Button>
          )}
        </p>
      ))}
      <Problem>{problem}</Problem>
    </>
  )
}
