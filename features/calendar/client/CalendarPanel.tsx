import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { device } from '#core/client/device.ts'
import s from '#core/client/panels/Panel.module.css'
import { Panel } from '#core/client/panels/Panel.tsx'
import { toast } from '#core/client/toasts.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type CalendarLink, routes } from '../contract.ts'

type Asked = 'rotate' | 'revoke'
const questions: Record<Asked, { text: string; verb: string }> = {
  rotate: {
    text: 'You get a new link, and the old one stops working. Subscribe again with the new one.',
    verb: 'Create new link',
  },
  revoke: { text: 'Calendars that use the link stop showing your steps.', verb: 'Turn the link off' },
}

/** Shows the secret link to the person's open steps: copy, replace, or turn off. */
export function CalendarPanel() {
  return (
    <Panel
      title="Calendar subscription"
      lead="Your open steps as all-day events in Outlook, Google or Apple calendars. Anyone with this link can read them."
      icon={<Icon name="calendar-plus" size={20} />}
      offline={whenOnline('get your calendar link')}
    >
      <Link />
    </Panel>
  )
}

function Link() {
  const [link, setLink] = useState<CalendarLink | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { isBusy, problem, run, setProblem } = useMutation()
  useEffect(() => {
    let isHere = true
    call(routes.read, {}).then(
      (found) => isHere && setLink(found),
      (thrown) => isHere && setProblem(problemOf(thrown)),
    )
    return () => {
      isHere = false
    }
  }, [setProblem])
  const change = (what: Asked) =>
    run(async () => {
      setLink(await call(routes[what], {}))
      setAsked(null)
      return what === 'rotate' ? 'Your calendar has a new link.' : 'Your calendar link is off.'
    })
  return (
    <>
      <Problem>{problem}</Problem>
      {link?.webcal === null ? (
        <div className={`row wrap gap8 ${s.row}`}>
          <span className={`dim ${s.quiet}`}>The link is off.</span>
          <Button variant="default" onClick={() => void change('rotate')}>
            Create link
          </Button>
        </div>
      ) : (
        <Address webcal={link?.webcal ?? ''} />
      )}
      {link?.webcal && asked === null && (
        <div className={`flex gap8 ${s.quietActions}`}>
          <Button variant="subtle" size="compact-sm" onClick={() => setAsked('rotate')}>
            Replace link
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setAsked('revoke')}>
            Turn off
          </Button>
        </div>
      )}
      {asked !== null && (
        <fieldset className={`mt12 rounded sunken ${s.question}`} aria-label={questions[asked].verb}>
          <p>{questions[asked].text}</p>
          <div className="flex gap8">
            <Button variant="default" onClick={() => setAsked(null)}>
              Cancel
            </Button>
            <Button color="red" aria-disabled={isBusy || undefined} autoFocus onClick={() => void change(asked)}>
              {questions[asked].verb}
            </Button>
          </div>
        </fieldset>
      )}
    </>
  )
}

const COPIED_MS = 3000

function Address({ webcal }: { webcal: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    if (await device.copyText(webcal)) setCopied(true)
    else toast({ message: 'This browser blocks copying. Select the link and copy it.', color: 'red' })
  }
  return (
    <div className={`row wrap gap8 ${s.row}`}>
      <TextInput
        className={s.grow}
        aria-label="Calendar link"
        readOnly
        value={webcal}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        className={s.copy}
        variant={isCopied ? 'light' : 'filled'}
        color={isCopied ? 'green' : undefined}
        disabled={webcal === ''}
        leftSection={
          isCopied ? <Icon name="check" size={16} stroke={2} /> : <Icon name="copy" size={16} stroke={1.75} />
        }
        onClick={() => void copy()}
      >
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
    </div>
  )
}
