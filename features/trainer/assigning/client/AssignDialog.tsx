import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useRows } from '#core/client/sync.tsx'
import { useMutation } from '#core/client/useMutation.ts'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { PersonPicker, type Pickable, type PickableGroup } from '#core/ui/PersonPicker.tsx'
import { useChosen } from '#core/ui/table/useChosen.ts'
import { useMatching } from '#core/ui/useMatching.ts'
import { type LessonRow, lessons } from '../../lessons/contract.ts'
import { limits, routes } from '../contract.ts'
import { assignChoices } from '../queries.ts'
import s from './Assign.module.css'
import { AssignedList } from './AssignedList.tsx'

/** A lesson, or a category with all its lessons. */
export type AssignSubject = { id: string; title: string; isCategory?: boolean }

type Props = {
  /** Without it the dialog has a selection. */
  subject?: AssignSubject
  /** Person who is selected initially. */
  person?: Pickable
  onClose: () => void
  onDone?: () => void
}

const keyOf = ({ id }: { id: string }) => id
const textOf = (one: Pickable) => `${fullNameOf(one)} ${one.email}`
const nameOf = ({ name }: PickableGroup) => name
const noPeople: Pickable[] = []
const noGroups: PickableGroup[] = []

/** Assigns a lesson to people and groups with a due date, and lists existing assignments. */
export function AssignDialog({ subject: given, person, onClose, onDone }: Props) {
  const today = dayIn(useZone(), new Date())
  const subjects = useSubjects()
  const [chosenId, setChosenId] = useState('')
  const subject = given ?? subjects.flatMap(({ all }) => all).find(({ id }) => id === chosenId)
  const choices = useQuery(assignChoices, undefined)
  const [typed, setTyped] = useState('')
  const people = useChosen<Pickable>(keyOf, limits.people)
  const groups = useChosen<PickableGroup>(keyOf, limits.groups)
  const [due, setDue] = useState('')
  const [version, setVersion] = useState(0)
  const { isBusy, problem, run } = useMutation()
  const named = person ? [person, ...people.rows] : people.rows
  const found = useMatching(choices.value?.people ?? noPeople, textOf, typed)
  const foundGroups = useMatching(choices.value?.groups ?? noGroups, nameOf, typed)
  const who = formatPeopleNames(named.length, groups.rows.length)
  const submit = async () => {
    if (!subject || !who) return
    const body = { user_ids: named.map(keyOf), group_ids: groups.rows.map(keyOf), due: due || null }
    const isDone = await run(async () => {
      await call(routes.assign, { params: { id: subject.id }, body })
      return `Assigned ${subject.title} to ${who}${due ? `, due ${formatDay(due)}` : ''}.`
    })
    if (!isDone) return
    people.clear()
    groups.clear()
    setVersion(version + 1)
    onDone?.()
    if (!given) onClose()
  }
  const title = given ? `Assign ${given.isCategory ? `the lessons of ${given.title}` : given.title}` : 'Assign a lesson'
  return (
    <FormDialog
      title={person ? `Assign to ${fullNameOf(person)}` : title}
      form={{ submit, problem: problem ?? choices.problem, isBusy }}
      onClose={onClose}
      verb={who ? `Assign to ${who}` : 'Assign'}
      isDisabled={!who || !subject}
    >
      {!given && (
        <NativeSelect
          label="Lesson or category"
          value={chosenId}
          onChange={(event) => setChosenId(event.currentTarget.value)}
          data={[
            { value: '', label: 'Choose a lesson or a category' },
            ...subjects.map(({ group, all }) => ({
              group,
              items: all.map(({ id, title, isCategory }) => ({
                value: id,
                label: isCategory ? `All of ${title}` : title,
              })),
            })),
          ]}
        />
      )}
      <TextInput
        className={s.due}
        type="date"
        label="Due"
        description="Optional"
        min={today}
        value={due}
        onChange={(event) => setDue(event.currentTarget.value)}
      />
      {!person && (
        <PersonPicker
          search={{
            label: 'People and groups',
            placeholder: 'Name or email',
            maxLength: 100,
            typed,
            onType: setTyped,
          }}
          label="Matching people and groups"
          people={choices.value && found}
          isBusy={!choices.value && !choices.problem}
          empty="No one to choose from."
          choice={{
            many: people,
            groups: { fitting: foundGroups, chosen: groups },
          }}
        />
      )}
      {groups.rows.length > 0 && (
        <p className="dim">
          People who join a group later get the assignment too. People who leave lose it but keep their progress.
        </p>
      )}
      {given && <AssignedList subjectId={given.id} version={version} />}
    </FormDialog>
  )
}

function formatPeopleNames(people: number, groups: number): string {
  const some = (n: number, one: string, many: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])
  return [...some(people, 'person', 'people'), ...some(groups, 'group', 'groups')].join(' and ')
}

/** Returns the categories in order, each followed by its lessons. */
function useSubjects(): { group: string; all: AssignSubject[] }[] {
  const rows = useRows(lessons).toSorted(
    (a, b) => a.category_position - b.category_position || a.position - b.position || a.number - b.number,
  )
  return [...Map.groupBy(rows, ({ category }) => category)].map(([id, those]) => ({
    group: those[0]!.focus,
    all: [
      { id, title: those[0]!.focus, isCategory: true },
      ...those.map(({ id, title }: LessonRow) => ({ id, title })),
    ],
  }))
}
