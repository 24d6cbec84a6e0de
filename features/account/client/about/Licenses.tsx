import { useEffect, useState } from 'react'
import { errorMessages } from '#core/contract/errors.ts'
import s from '../AccountPage.module.css'

/** Shows the dependency licenses that the build collected. They aren't cached on the device. */
export function Licenses() {
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    fetch('/licenses.txt', { signal: stop.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`${answer.status}`)
        setText(await answer.text())
      })
      .catch(() => !stop.signal.aborted && setProblem(`${errorMessages.network} Licenses load from the server.`))
    return () => stop.abort()
  }, [])
  if (problem) return <p role="alert">{problem}</p>
  if (text === null) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
    <section className={`small break p16 rounded sunken ${s.licenses}`} tabIndex={0} aria-label="Open-source licenses">
      {text}
    </section>
  )
}
