import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#core/client/session.ts'
import { useTargetSteps } from '#core/client/targetSteps.ts'
import { toast } from '#core/client/toasts.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { Target } from '#features/targets/contract.ts'
import type { LibraryItem } from '../../library/contract.ts'
import { asText, mailtoOf, messageFor, messageStep } from '../message.ts'
import s from './Matching.module.css'

type Props = { content: LibraryItem; to: readonly Target[]; source: string; onClose: () => void }

/**
 * Shows one message per recipient, to open in the person's email client or copy. Each sent message is recorded on its
 * Target.
 */
export function Messages({ content, to, source, onClose }: Props) {
  return (
    <Dialog title={to.length === 1 ? 'Send it' : `Send it to ${to.length}`} size={680} onClose={onClose}>
      {content.blog_url === '' && content.file_name !== '' && (
        <p className={s.hint}>
          Attach the file to the message.{' '}
          <a href={content.file_url} download={content.file_name}>
            Download {content.file_name}
          </a>
        </p>
      )}
      <ul className={s.list}>
        {to.map((target) => (
          <Line key={target.id} content={content} target={target} source={source} />
        ))}
      </ul>
    </Dialog>
  )
}

function Line({ content, target, source }: { content: LibraryItem; target: Target; source: string }) {
  const session = useSession()
  const steps = useTargetSteps()
  const [isOut, setOut] = useState(false)
  const [isNoted, setNoted] = useState(false)
  const message = messageFor(content, target, session?.user.fullname ?? '')
  const name = target.contact || target.company
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asText(message))
      toast({ message: 'Text copied.' })
      setOut(true)
    } catch {
      toast({ message: 'This browser blocked copying. Write the message instead.', color: 'red' })
    }
  }
  const note = () =>
    setNoted(steps?.noteDone(target.id, { description: messageStep(content, target), help: source }) === true)
  return (
    <li className={`grid middle gap12 ${s.message}`}>
      <span className="stack shrink">
        <b>{name}</b>
        <span className="cap">{target.contact_email || 'No email address'}</span>
      </span>
      <span className={`inline gap8 ${s.acts}`}>
        <Button
          component="a"
          href={mailtoOf(message)}
          variant={isOut ? 'default' : 'filled'}
          leftSection={<Icon name="mail" stroke={1.75} />}
          aria-label={`Write to ${name}`}
          onClick={() => setOut(true)}
        >
          Write
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="copy" stroke={1.75} />}
          aria-label={`Copy the text for ${name}`}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </span>
      {isOut && steps && (
        <span className={`row between gap12 ${s.done}`}>
          {isNoted ? (
            <span className="inline gap6 medium accent">
              <Icon name="check" size={16} stroke={2} />
              Logged on the Target
            </span>
          ) : (
            <>
              <span>{messageStep(content, target)}</span>
              <Button size="compact-sm" variant="default" aria-label={`Log as done for ${name}`} onClick={note}>
                Done
              </Button>
            </>
          )}
        </span>
      )}
    </li>
  )
}
