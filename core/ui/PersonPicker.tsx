import '@mantine/core/styles/Input.layer.css'
import { fullNameOf } from '#core/contract/names.ts'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { Fragment, memo, type ReactNode } from 'react'
import { Gap } from './Gap.tsx'
import { InitialsAvatar } from './InitialsAvatar.tsx'
import { initialsOf } from './initialsOf.ts'
import { MoreButton } from './MoreButton.tsx'
import s from './PersonPicker.module.css'
import type { Chosen } from './table/columns.ts'
import { useSteadyCallback } from './useSteadyCallback.ts'
import { useVisibleRows } from './useVisibleRows.ts'

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

/** Height of a row in pixels, before it is measured. */
const ROW = 48

/** The surrounding dialog provides the people and the search. Only the visible ones are rendered. */
export function PersonPicker<P extends Pickable>(props: Props<P>) {
  const { search, label, people, empty, isBusy, onMore, reasonOf, choice } = props
  const groups = 'many' in choice ? choice.groups : undefined
  const fitting = groups?.fitting ?? []
  const { rows, gapAfter, hold } = useVisibleRows({
    count: fitting.length + (people?.length ?? 0),
    keyOf: (at) => (at < fitting.length ? fitting[at]!.id : people![at - fitting.length]!.id),
    height: ROW,
    begin: search.typed,
  })
  const choose = useSteadyCallback((person: P) => 'one' in choice && choice.one(person))
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
      <ul className={s.list} aria-label={label} aria-busy={isBusy || undefined} {...hold}>
        {rows.map(({ index, key, place, gap }) => {
          const group = fitting[index]
          const person = people?.[index - fitting.length]
          return (
            <Fragment key={key}>
              <Gap height={gap} />
              <li {...place} className={`row between gap12 ${s.person}`}>
                {group && groups ? (
                  <Group group={group} isChosen={groups.chosen.has(group)} onChoose={groups.chosen.choose} />
                ) : person && 'many' in choice ? (
                  <Box person={person} isChosen={choice.many.has(person)} onChoose={choice.many.choose} />
                ) : (
                  person && <One person={person} reason={reasonOf?.(person)} onChoose={choose} />
                )}
              </li>
            </Fragment>
          )
        })}
        <Gap height={gapAfter} />
        {people?.length === 0 && !isBusy && fitting.length === 0 && <li className={`dim ${s.empty}`}>{empty}</li>}
        {onMore && (
          <li>
            <MoreButton onMore={onMore} />
          </li>
        )}
      </ul>
    </>
  )
}

type ChooseProps<R> = { isChosen: boolean; onChoose: Chosen<R>['choose'] }

const Group = memo(function Group({ group, ...rest }: ChooseProps<PickableGroup> & { group: PickableGroup }) {
  return (
    <>
      <Choice name={group.name} about={`Group of ${group.members}`} row={group} {...rest} />
      <Icon name="users" size={20} stroke={1.75} className={`dim ${s.group}`} />
    </>
  )
})

type BoxProps<P> = ChooseProps<P> & { person: P }

const Box = memo(function Box<P extends Pickable>({ person, ...rest }: BoxProps<P>) {
  return (
    <>
      <Choice name={fullNameOf(person)} about={person.email} row={person} {...rest} />
      <InitialsAvatar initials={initialsOf(person)} tone="accent" />
    </>
  )
}) as <P extends Pickable>(props: BoxProps<P>) => ReactNode

type ChoiceProps<R> = ChooseProps<R> & { name: string; about: string; row: R }

const Choice = <R,>({ name, about, row, isChosen, onChoose }: ChoiceProps<R>) => (
  <Checkbox
    classNames={{ body: `middle ${s.box}`, labelWrapper: s.words }}
    label={name}
    description={about}
    checked={isChosen}
    onChange={(event) => onChoose([row], event.currentTarget.checked)}
  />
)

type OneProps<P> = { person: P; reason: string | undefined; onChoose: (person: P) => void }

const One = memo(function One<P extends Pickable>({ person, reason, onChoose }: OneProps<P>) {
  return (
    <UnstyledButton
      className={`row gap12 fill rounded ${s.one}`}
      disabled={reason !== undefined}
      data-disabled={reason !== undefined || undefined}
      onClick={() => onChoose(person)}
    >
      <InitialsAvatar initials={initialsOf(person)} tone="accent" />
      <span className="shrink">
        {fullNameOf(person)}
        <small className="cap block">{reason ?? person.email}</small>
      </span>
    </UnstyledButton>
  )
}) as <P extends Pickable>(props: OneProps<P>) => ReactNode
