import { EmptyState } from '#core/ui/EmptyState.tsx'

/**
 * Shown in place of cards that never reached this device, while it is offline. `what` is text such as "This insight
 * isn't".
 */
export const NotHere = ({ what }: { what: string }) => (
  <EmptyState title={`${what} on this device yet`} level={2}>
    We load what’s missing when you’re back online.
  </EmptyState>
)
