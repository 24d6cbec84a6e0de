import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './ErrorScreen.tsx'

/** The last error boundary, around everything the router doesn't cover. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }
  override render() {
    return this.state.failure ? (
      <main>
        <ErrorScreen error={this.state.failure.error} />
      </main>
    ) : (
      this.props.children
    )
  }
}
