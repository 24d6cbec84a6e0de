import { Button } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { LogoMark } from '#core/ui/LogoMark.tsx'
import s from './ErrorScreen.module.css'
import { showLive } from './lastScreen.ts'

/** Replaces a page that crashed. The outbox isn't affected. */
export function ErrorScreen({ error }: { error: unknown }) {
  useLayoutEffect(showLive, [])
  return (
    <div className={`stack top gap8 ${s.screen}`}>
      <LogoMark />
      <h1>Oops! Something went wrong.</h1>
      <p>This page crashed. Your changes are saved on this device and will still sync.</p>
      <div className="flex wrap gap8 mt16">
        <Button onClick={() => location.reload()}>Reload page</Button>
        <Button variant="default" component="a" href="/">
          Go to the home page
        </Button>
      </div>
      <details className={`mt16 dim ${s.details}`}>
        <summary>Details for your administrator</summary>
        <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
      </details>
    </div>
  )
}
