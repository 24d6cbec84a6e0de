import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useDraft } from '#core/client/drafts.ts'
import { useQuery } from '#core/client/query.ts'
import { goOnlineTo } from '#core/contract/phrases.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { PersonPicker } from '#core/ui/PersonPicker.tsx'
import { useMatching } from '#core/ui/useMatching.ts'
import { colleagues, type PersonSummary } from '#features/account/contract.ts'
import { targetLabels } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { limits } from '../../contract.ts'

type Props = {
  title: string
  /** Unique name of the form's draft, which survives an expired session. */
  draft: string
  lead?: string
  without: readonly string[]
  /** Returns why a person can't be chosen. Shown when they are. */
  refusalOf?: (person: PersonSummary) => string | undefined
  onChoose: (person: PersonSummary) => void
  onClose: () => void
}
const noPeople: PersonSummary[] = []
const nameOf = ({ fullname }: PersonSummary) => fullname

/** Finds a colleague by name, even offline from the stored list. */
export function PersonDialog({ title, draft, lead, without, refusalOf, onChoose, onClose }: Props) {
  const { proxyFor } = useTargetPlace()
  const { value, isMissing, problem: failure } = useQuery(colleagues, undefined, { proxyFor })
  const people = value?.users
  const isWhole = value?.next === null
  const [typed, setTyped] = useState('')
  useDraft(draft, typed === '' ? null : typed, setTyped)
  const offered = useMemo(() => (people ?? noPeople).filter(({ id }) => !without.includes(id)), [people, without])
  const found = useMatching(offered, nameOf, typed)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (person: PersonSummary) => {
    const refusal = refusalOf?.(person)
    if (refusal !== undefined) return setProblem(refusal)
    onChoose(person)
    onClose()
  }
  const type = (text: string) => {
    setTyped(text)
    setProblem(null)
  }
  return (
    <Dialog
      title={title}
      size={440}
      onClose={onClose}
      form={{ submit: () => isWhole && typed.trim() !== '' && found.length === 1 && choose(found[0]!), problem }}
      foot={
        <Button variant="default" onClick={onClose}>
          {targetLabels.cancel}
        </Button>
      }
    >
      {lead && <p>{lead}</p>}
      <PersonPicker
        search={{ label: 'Name', placeholder: 'Search by name', maxLength: limits.search, typed, onType: type }}
        label="Colleagues"
        people={found}
        isBusy={!isWhole && failure === null}
        empty={
          isWhole ? 'No one by that name.' : isMissing ? goOnlineTo('load this for the first time') : (failure ?? '')
        }
        choice={{ one: choose }}
      />
    </Dialog>
  )
}
