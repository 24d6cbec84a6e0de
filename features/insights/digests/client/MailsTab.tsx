import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { hasSettled, useQuery } from '#core/client/query.ts'
import { mailSettings, returnedMails } from '../emailQueries.ts'
import { MailSettingsForm } from './MailSettingsForm.tsx'
import { ReturnedMails } from './ReturnedMails.tsx'

const none = {}

/** Lets an admin edit how the firm's digests are sent and see the addresses that bounced. */
export function MailsTab({ isOffline }: TabProps) {
  const settings = useQuery(mailSettings, none)
  const returned = useQuery(returnedMails, none)
  return (
    <div className={`stack gap32`}>
      <section aria-labelledby="digest-mails">
        <h2 id="digest-mails">Digest email</h2>
        <p className="dim">Whose name they bear, where replies go, and whether clicks are counted.</p>
        <AnswerState of={settings} />
        {settings.value && <MailSettingsForm settings={settings.value} isOffline={isOffline} onSaved={settings.take} />}
      </section>
      {hasSettled(settings) && <ReturnedMails asked={returned} isOffline={isOffline} />}
    </div>
  )
}
