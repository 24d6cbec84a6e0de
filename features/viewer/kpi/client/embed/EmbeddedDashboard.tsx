import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ErrorBoundary } from '#core/client/ErrorBoundary.tsx'
import { roles, theme } from '#core/ui/theme.ts'
import { Panels } from './Panels.tsx'
import { sendToParent, useParentMessage } from './parent.ts'

/** The surrounding page sets the color scheme, so nothing is stored here. */
const keepsNothing: MantineColorSchemeManager = {
  get: (given) => given,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/** Renders the dashboard in its frame. `nonce` allows style elements under the page's policy. */
export function EmbeddedDashboard({ nonce }: { nonce: string }) {
  const told = useParentMessage()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current!
    const watching = new ResizeObserver(() =>
      sendToParent({ kpi: 'height', height: Math.ceil(element.getBoundingClientRect().height) }),
    )
    watching.observe(element)
    sendToParent({ kpi: 'ready' })
    return () => watching.disconnect()
  }, [])
  return (
    <MantineProvider
      deduplicateCssVariables={false}
      theme={theme}
      cssVariablesResolver={roles}
      forceColorScheme={told?.scheme ?? 'light'}
      getStyleNonce={() => nonce}
      colorSchemeManager={keepsNothing}
    >
      <div ref={place}>
        <ErrorBoundary>{told && <Panels told={told} />}</ErrorBoundary>
      </div>
    </MantineProvider>
  )
}
