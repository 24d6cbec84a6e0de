import { fullNameOf } from '#core/contract/names.ts'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { InitialsAvatar } from './InitialsAvatar.tsx'
import { initialsOf } from './initialsOf.ts'
import { MoreButton } from './MoreButton.tsx'
import s from './PersonPicker.module.css'
import type { Chosen } from './table/columns.ts'

export type Pickable = { id: string; first_name: string; last_name: string; email: string }

export type PickableGroup = { id: string; name: string; members: number }

type Props<P> = {
  search: { label: string; placeholder: string; maxLength: number; typed: string; onType: (typed: string) => void }
  label: string
  /** Undefined until they have loaded. */
  people: readonly P[] | undefined
  /** Shown when no one matches. */
  empty: string
  isBusy?: boolean
  onMore?: (() => Promise<void>) | undefined
  /** Returns why a listed person can't be chosen. */
  reasonOf?: ((person: P) => string | undefined) | undefined
  /** A click chooses one, checkboxes several. Chosen people stay chosen during another search. */
  choice: { one: (person: P) => void } | { many: Chosen<P>; groups?: Groups }
}

/** A group represents all its members. */
type Groups = { fitting: readonly PickableGroup[]; chosen: Chosen<PickableGroup> }

/** The surrounding dialog provides the people and the search. */
export function PersonPicker<P extends Pickable>(props: Props<P>) {
  const { search, label, people, empty, isBusy, onMore, reasonOf, choice } = props
  const groups = 'many' in choice ? choice.groups : undefined
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={search.label}
        placeholder={search.placeholder}
        maxLength={search.maxLength}
        leftSection={<Icon name="search" size={16} stroke={1.75} />}
        value={search.typed}
        onChange={(event) => search.onType(event.currentTarget.value)}
        onKeyDown={(event) => 'many' in choice && event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={s.list} aria-label={label} aria-busy={isBusy || undefined}>
        {groups?.fitting.map((group) => (
          <li key={group.id} className={`row between gap12 ${s.person}`}>
            <Box name={group.name} about={`Group of ${group.members}`} row={group} chosen={groups.chosen} />
            <Icon name="users" size={20} stroke={1.75} className={`dim ${s.group}`} />
          </li>
        ))}
        {people?.map((person) => {
          const reason = reasonOf?.(person)
          const name = fullNameOf(person)
          const face = <InitialsAvatar initials={initialsOf(person)} tone="accent" />
          return (
            <li key={person.id} className={`row between gap12 ${s.person}`}>
              {'many' in choice ? (
                <>
                  <Box name={name} about={person.email} row={person} chosen={choice.many} />
                  {face}
                </>
              ) : (
                <UnstyledButton
                  className={`row gap12 fill rounded ${s.one}`}
                  disabled={reason !== undefined}
                  data-disabled={reason !== undefined || undefined}
                  onClick={() => choice.one(person)}
                >
                  {face}
                  <span className="shrink">
                    {name}
                    <small className="cap block">{reason ?? person.email}</small>
                  </span>
                </UnstyledButton>
              )}
            </li>
          )
        })}
        {people?.length === 0 && !isBusy && !groups?.fitting.length && <li className={`dim ${s.empty}`}>{empty}</li>}
        {onMore && (
          <li>
            <MoreButton onMore={onMore} />
          </li>
        )}
      </ul>
    </>
  )
}

type BoxProps<R> = { name: string; about: string; row: R; chosen: Chosen<R> }

const Box = <R,>({ name, about, row, chosen }: BoxProps<R>) => (
  <Checkbox
    classNames={{ body: `middle ${s.box}`, labelWrapper: s.words }}
    label={name}
    description={about}
    checked={chosen.has(row)}
    onChange={(event) => chosen.choose([row], event.currentTarget.checked)}
  />
)
