import { EmptyState } from '#core/ui/EmptyState.tsx'

/** In place of cards that never came to this device, while it is offline. `what`: "This insight isn't". */
export const NotHere = ({ what }: { what: string }) => (
  <EmptyState title={`${what} on this device yet`} level={2}>
    We load what’s missing when you’re back online.
  </EmptyState>
)
