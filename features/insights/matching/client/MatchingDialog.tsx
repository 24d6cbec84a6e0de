import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { siteOrigin } from '#core/client/serverAddress.ts'
import { useRows } from '#core/client/sync.tsx'
import { useTargetSteps } from '#core/client/targetSteps.ts'
import { toast } from '#core/client/toasts.ts'
import { useToday } from '#core/client/useToday.ts'
import { addDays } from '#core/contract/dates.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Value } from '#core/ui/Value.tsx'
import { targetEndpoints, valueTerm } from '#features/targets/contract.ts'
import type { LibraryItem } from '../../library/contract.ts'
import { matchTargets, type TargetMatch } from '../matching.ts'
import { messageStep } from '../message.ts'
import s from './Matching.module.css'
import { Messages } from './Messages.tsx'

/** Most Targets shown; the best matches come first. */
const SHOWN = 20

/**
 * Lists the person's Targets that would care about an item, each with the reason. The person can send it or add a step.
 */
export function MatchingDialog({ content, onClose }: { content: LibraryItem; onClose: () => void }) {
  const today = useToday()
  const rows = useRows(targetEndpoints)
  const found = useMemo(() => matchTargets(content, rows, today), [content, rows, today])
  const active = rows.filter(({ status, shared }) => status === 'active' && shared !== 'pending').length
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isSending, setSending] = useState(false)
  const steps = useTargetSteps()
  const picked = found.filter(({ target }) => chosen.has(target.id))
  const source = `${content.name}: ${siteOrigin()}/asset/${content.id}`
  const addSteps = () => {
    const by = addDays(today, 1)
    const added = picked.filter(({ target }) =>
      steps?.propose(target.id, { description: messageStep(content, target), help: source, by }),
    )
    if (added.length === 0) return
    toast({ message: added.length === 1 ? 'Step added.' : `Step added to ${added.length} Targets.` })
    onClose()
  }
  if (isSending)
    return <Messages content={content} to={picked.map(({ target }) => target)} source={source} onClose={onClose} />
  const toggle = (id: string) =>
    setChosen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  return (
    <Dialog
      title="Find matching Targets"
      size={680}
      isTall
      onClose={onClose}
      foot={
        <>
          <span className={`cap grow ${s.how}`}>
            {content.allow_external
              ? 'Opens one message per Target in your email app'
              : 'Internal: can’t be sent outside your firm'}
          </span>
          <Button
            variant="default"
            leftSection={<Icon name="plus" stroke={1.75} />}
            disabled={picked.length === 0 || steps === null}
            onClick={addSteps}
          >
            {picked.length > 0 ? `Add a Step to ${picked.length}` : 'Add a Step'}
          </Button>
          <Button
            leftSection={<Icon name="send" stroke={1.75} />}
            disabled={picked.length === 0 || !content.allow_external}
            onClick={() => setSending(true)}
          >
            {picked.length > 0 ? `Send to ${picked.length}` : 'Send'}
          </Button>
        </>
      }
    >
      <p className={`stack mb8 ${s.what}`}>
        <b>{content.name}</b>
        <span className="cap">{content.tag_names && `Tags ${content.tag_names.replaceAll(/,\s*/g, ', ')}`}</span>
      </p>
      {found.length === 0 ? (
        <p className={s.none}>
          {active === 0 ? 'You have no active Targets yet.' : 'None of your Targets match this.'}
        </p>
      ) : (
        <ul className={s.list}>
          {found.slice(0, SHOWN).map((caring) => (
            <Line key={caring.target.id} caring={caring} isChosen={chosen.has(caring.target.id)} onToggle={toggle} />
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <p className="cap">
          Based on tags, keywords, type, and last contact. {others(active, Math.min(found.length, SHOWN), found.length)}
        </p>
      )}
    </Dialog>
  )
}

const others = (active: number, shown: number, found: number) => {
  const rest = active - found
  const more = found > shown ? `${found - shown} more match less closely. ` : ''
  return `${more}${rest === 0 ? '' : `${rest} other ${rest === 1 ? 'Target doesn’t' : 'Targets don’t'} match.`}`
}

type LineProps = { caring: TargetMatch; isChosen: boolean; onToggle: (id: string) => void }

function Line({ caring: { target, reasons }, isChosen, onToggle }: LineProps) {
  const { id, company, contact, value } = target
  return (
    <li className="grid middle gap12">
      <Checkbox
        classNames={{ label: 'strong' }}
        checked={isChosen}
        onChange={() => onToggle(id)}
        label={company || contact}
        description={company ? contact : undefined}
      />
      <span className={`pretty ${s.why}`}>{reasons.join('. ')}</span>
      <Value value={value} label={valueTerm[value]} />
    </li>
  )
}
