import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useWayBack } from '#core/client/WayBack.tsx'
import { fullNameOf } from '#core/contract/names.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { PersonPicker } from '#core/ui/PersonPicker.tsx'
import { useMatching } from '#core/ui/useMatching.ts'
import { readsPeople } from '../../assigning/client/policies.ts'
import type { Answering } from '../contract.ts'
import { answeringPeople } from '../queries.ts'
import t from './WorksheetTab.module.css'

type Props = { lessonId: string /** '' for one's own. */; personId: string }

/** Selects whose answers are shown, for managers and, with org access, firm admins. */
export function WorksheetUserPicker(props: Props) {
  const session = useSession()
  return session !== null && readsPeople(session) ? <WorksheetUserChoice {...props} /> : null
}

function WorksheetUserChoice({ lessonId, personId }: Props) {
  const navigate = useNavigate()
  const from = useWayBack()
  const isOffline = useSyncStatus(isOfflineNow)
  const [isChoosing, setChoosing] = useState(false)
  const person = useAnswering(personId)
  const back = from === null ? '' : `&from=${encodeURIComponent(from)}`
  const show = (id: string) => {
    setChoosing(false)
    void navigate({
      to: `/lesson/${lessonId}?tab=worksheet${id === '' ? '' : `&person=${id}`}${back}`,
      replace: true,
    })
  }
  return (
    <section>
      <h2 className={`cap mb8 medium ${t.heading}`}>Answers of</h2>
      <p className="strong">{personId === '' ? 'Me' : person ? fullNameOf(person) : 'Loading …'}</p>
      <div className="flex wrap gap8 mt8">
        <Button
          variant="default"
          disabled={isOffline}
          title={isOffline ? whenOnline('read others’ answers') : undefined}
          onClick={() => setChoosing(true)}
        >
          Choose a person
        </Button>
        {personId !== '' && (
          <Button variant="subtle" color="gray" onClick={() => show('')}>
            Back to mine
          </Button>
        )}
      </div>
      {isChoosing && (
        <ChoosePerson personId={personId} onChoose={({ id }) => show(id)} onClose={() => setChoosing(false)} />
      )}
    </section>
  )
}

/** Returns one of the people whose answers this person can read. */
export function useAnswering(personId: string): Answering | undefined {
  return useQuery(answeringPeople, personId === '' ? null : undefined).value?.people.find(({ id }) => id === personId)
}

const textOf = (one: Answering) => `${fullNameOf(one)} ${one.email}`
const noOne: Answering[] = []

type ChooseProps = { personId: string; onChoose: (person: Answering) => void; onClose: () => void }

function ChoosePerson({ personId, onChoose, onClose }: ChooseProps) {
  const { value, problem } = useQuery(answeringPeople, undefined)
  const [typed, setTyped] = useState('')
  const isSearching = typed.trim() !== ''
  const found = useMatching(value?.people ?? noOne, textOf, typed)
  const choose = (person: Answering) => person.id !== personId && onChoose(person)
  return (
    <Dialog
      title="Whose answers?"
      size={440}
      onClose={onClose}
      form={{ submit: () => isSearching && found.length === 1 && choose(found[0]!), problem }}
    >
      <PersonPicker
        search={{ label: 'Name', placeholder: 'Name or email', maxLength: 100, typed, onType: setTyped }}
        label="People to choose"
        people={value && found}
        isBusy={!value && !problem}
        empty={isSearching ? 'No one by that name.' : 'No one to choose from.'}
        reasonOf={({ id, answered }) =>
          id === personId ? 'Showing now' : answered === 0 ? 'No answers yet' : undefined
        }
        choice={{ one: choose }}
      />
    </Dialog>
  )
}
