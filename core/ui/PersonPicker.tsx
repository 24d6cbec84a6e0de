import { fullNameOf } from '#core/contract/names.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Face } from './Face.tsx'
import { initialsOf } from './initialsOf.ts'
import { MoreButton } from './MoreButton.tsx'
import s from './PersonPicker.module.css'
import type { Chosen } from './table/columns.ts'

export type Pickable = { id: string; first_name: string; last_name: string; email: string }

type Props<P> = {
  /** The field's label, what stands in it, how much fits, and what is typed. */
  search: { label: string; placeholder: string; maxLength: number; typed: string; onType: (typed: string) => void }
  /** Names the list for screen readers. */
  label: string
  /** Who fits what is typed; undefined until they are known. */
  people: readonly P[] | undefined
  /** Instead of nobody. */
  empty: string
  isBusy?: boolean
  onMore?: (() => Promise<void>) | undefined
  /** Why a person can't be chosen; they are shown with it. */
  reasonOf?: ((person: P) => string | undefined) | undefined
  /** One is chosen by a click, many by their boxes: who is chosen stays so while others are searched for. */
  choice: { one: (person: P) => void } | { many: Chosen<P> }
}

/** Finds people by name and chooses one or many of them. Where they come from, and how they are searched, its dialog says. */
export function PersonPicker<P extends Pickable>(props: Props<P>) {
  const { search, label, people, empty, isBusy, onMore, reasonOf, choice } = props
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={search.label}
        placeholder={search.placeholder}
        maxLength={search.maxLength}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={search.typed}
        onChange={(event) => search.onType(event.currentTarget.value)}
        onKeyDown={(event) => 'many' in choice && event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={s.list} aria-label={label} aria-busy={isBusy || undefined}>
        {people?.map((person) => {
          const reason = reasonOf?.(person)
          const name = fullNameOf(person)
          const face = <Face initials={initialsOf(person)} tone="accent" />
          return (
            <li key={person.id} className={s.person}>
              {'many' in choice ? (
                <>
                  <Checkbox
                    classNames={{ body: s.box, labelWrapper: s.words }}
                    label={name}
                    description={person.email}
                    checked={choice.many.has(person)}
                    onChange={(event) => choice.many.choose([person], event.currentTarget.checked)}
                  />
                  {face}
                </>
              ) : (
                <UnstyledButton
                  className={s.one}
                  disabled={reason !== undefined}
                  data-disabled={reason !== undefined || undefined}
                  onClick={() => choice.one(person)}
                >
                  {face}
                  <span>
                    {name}
                    <small>{reason ?? person.email}</small>
                  </span>
                </UnstyledButton>
              )}
            </li>
          )
        })}
        {people?.length === 0 && !isBusy && <li className={s.empty}>{empty}</li>}
        {onMore && (
          <li>
            <MoreButton onMore={onMore} />
          </li>
        )}
      </ul>
    </>
  )
}
