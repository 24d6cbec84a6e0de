import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './ErrorScreen.tsx'

type Props = {
  /** Address of the page inside. Another one is tried again. Without it, this is the last boundary around everything. */
  at?: string
  children: ReactNode
}
type State = { failure: { error: unknown } | null; at: string | undefined }

/** Replaces a page that crashed. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, at: this.props.at }
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }
  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { failure: null, at }
  }
  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    const screen = <ErrorScreen error={failure.error} />
    return this.props.at === undefined ? <main>{screen}</main> : screen
  }
}
