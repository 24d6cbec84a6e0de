import { Button } from '@mantine/core'
import { EmptyState } from '#core/ui/EmptyState.tsx'

/** Shown if search and filters match nothing. */
export function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title="No Targets match your search terms."
      action={
        <Button variant="default" onClick={onReset}>
          Show All Targets
        </Button>
      }
    />
  )
}
