import { Button } from '@mantine/core'
import { Mark } from '#core/ui/Mark.tsx'
import s from './ErrorScreen.module.css'

/** What is shown in place of a page that broke. What was typed into the queue is untouched by it. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div className={s.screen}>
      <Mark />
      <h1>Oops! Something went wrong.</h1>
      <p>This page stopped working. What you saved is kept on this device and will still be sent.</p>
      <div className={s.actions}>
        <Button onClick={() => location.reload()}>Load the page again</Button>
        <Button variant="default" component="a" href="/">
          Go to the start
        </Button>
      </div>
      <details className={s.details}>
        <summary>For your administrator</summary>
        <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
      </details>
    </div>
  )
}
