import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import type { Filing } from '../contract.ts'
import { myFilingQuery } from '../queries.ts'
import s from './EmailFiling.module.css'
import { FilingAddress } from './FilingAddress.tsx'
import { FilingSenders } from './FilingSenders.tsx'
import { UnfiledEmails } from './UnfiledEmails.tsx'
import { WaitingEmails } from './WaitingEmails.tsx'

export type FilingPart = {
  filing: Filing
  isOffline: boolean
  /** Shows the state that a change returned. */
  onChanged: (filing: Filing) => void
}

/** The person's own filing address, the addresses they send from, and emails that wait for them. */
export function EmailFiling({ isOffline }: TabProps) {
  const asked = useQuery(myFilingQuery, undefined)
  const { value: filing, take } = asked
  const part = filing && { filing, isOffline, onChanged: take }
  return (
    <>
      <h2 className="hide">Email filing</h2>
      <NeedsConnection isOffline={isOffline} what={whenOnline('set up email filing')} />
      <AnswerState isAwaited of={asked} />
      {part && (
        <div className={`stack ${s.page}`}>
          {part.filing.waiting.length > 0 && <WaitingEmails {...part} />}
          <FilingAddress {...part} />
          <FilingSenders {...part} />
          <Explanation />
          <UnfiledEmails unfiled={part.filing.unfiled} />
        </div>
      )}
    </>
  )
}

const Explanation = () => (
  <section className={`stack gap8 ruled ${s.part}`} aria-labelledby="filing-stored">
    <h3 id="filing-stored">What we store and who sees it</h3>
    <ul className={`stack gap8 ${s.points}`}>
      <li>We store the people, the subject, the date, the text, and the names of attachments.</li>
      <li>We don’t store attachments or the original email. Quoted replies and newsletters are left out.</li>
      <li>
        Colleagues on a Target and your managers see that there was an email, its day, and its people. Colleagues see
        the subject and the text only if you show them, managers never do.
      </li>
      <li>Emails that don’t come from one of your addresses aren’t stored.</li>
    </ul>
  </section>
)
