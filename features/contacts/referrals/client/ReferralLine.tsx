import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Menu } from '@mantine/core'
import { useSession } from '#core/client/session.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDay, formatShortDay } from '#core/contract/dates.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Pill, type Tone } from '#core/ui/Pill.tsx'
import { type Contact, type Referral, ReferralOutcome } from '../../contract.ts'
import { outcomeTerm } from '../contract.ts'
import { useReferralActions } from './useReferralActions.ts'

const tones: Record<ReferralOutcome, Tone> = { open: 'quiet', work: 'good', nothing: 'quiet' }

type Props = { contact: Contact; referral: Referral; onEdit: () => void }

/** A referral that someone of the firm gave to a contact. */
export function ReferralLine({ contact, referral, onEdit }: Props) {
  const today = useToday()
  const isMine = useSession()?.user.id === referral.user_id
  return (
    <>
      <div className="grow shrink">
        <p className="break">{referral.about}</p>
        <p className="cap">
          {isMine ? 'You' : referral.name},{' '}
          <time dateTime={referral.day} title={formatDay(referral.day)}>
            {formatShortDay(referral.day, today)}
          </time>
        </p>
      </div>
      <span className="rigid">
        <Pill tone={tones[referral.outcome]}>{outcomeTerm[referral.outcome]}</Pill>
      </span>
      {isMine && !contact.erased && <Actions contact={contact} referral={referral} onEdit={onEdit} />}
    </>
  )
}

function Actions({ contact, referral, onEdit }: Props) {
  const actions = useReferralActions(contact)
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className="rigid dim" aria-label={`Actions: ${referral.about}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ReferralOutcome.options
          .filter((outcome) => outcome !== referral.outcome)
          .map((outcome) => (
            <Menu.Item key={outcome} onClick={() => actions.edit(referral, { outcome })}>
              {outcomeTerm[outcome]}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="pencil" />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" />} onClick={() => actions.remove(referral)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
