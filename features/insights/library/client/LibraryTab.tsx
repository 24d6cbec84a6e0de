import { Button } from '@mantine/core'
import { Suspense, useMemo, useRef, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { rememberedOpen, rememberOpen } from '#core/client/openParts.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { digestLabels } from '../../digests/client/digestLabels.ts'
import { isKindAddress, kindAddresses } from '../listing.ts'
import s from './Library.module.css'
import { LibraryChips } from './LibraryChips.tsx'
import { LibrarySection } from './LibrarySection.tsx'
import { formatItemCount, libraryLabels } from './labels.ts'
import { useDoings } from './useDoings.ts'
import { useIsRoomy } from './useIsRoomy.ts'
import { useKeeps, useLibrary } from './useLibrary.ts'

const LibraryDialogs = lazyComponent(() => import('./LibraryDialogs.tsx').then((file) => file.LibraryDialogs))
const OpenDigest = lazyComponent(() => import('../../digests/client/OpenDigest.tsx').then((file) => file.OpenDigest))
const SearchDialog = lazyComponent(() => import('./SearchDialog.tsx').then((file) => file.SearchDialog))

const LIST = 'insights-library-open'
const OPEN_AT_FIRST = 2

/** Shows the Library in its sections. `id` is the kind in the URL, as in /insights/guides. */
export function LibraryTab({ id, isOffline }: TabProps) {
  const user = useSession()?.user.id ?? ''
  const library = useLibrary()
  const { asked, contents, sections } = library
  const keeps = useKeeps()
  const isRoomy = useIsRoomy()
  const [isFavourites, setFavourites] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const [digest, setDigest] = useState<{ first?: string } | null>(null)
  const adder = useRef<((contentId: string) => void) | null>(null)
  const doings = useDoings(library, (id) => (adder.current ? adder.current(id) : setDigest({ first: id })))
  const [kept, setKept] = useState(() => rememberedOpen(LIST, user))
  const [shut, setShut] = useState(noneShut)
  const kind = id !== null && isKindAddress(id) ? kindAddresses[id].kind : null
  const isNarrowed = kind !== null || isFavourites
  const left = contents.filter((one) => (kind === null || one.kind === kind) && (!isFavourites || one.favourite))
  const bySection = Map.groupBy(left, ({ section_id }) => section_id)
  // Only people who manage sections see empty ones.
  const shown = sections.filter((one) => bySection.has(one.id) || (!isNarrowed && one.owner === keeps))
  const ids = shown.map((one) => one.id)
  const open = new Set(isNarrowed ? ids.filter((one) => !shut.has(one)) : (kept ?? ids.slice(0, OPEN_AT_FIRST)))
  const isAllOpen = ids.every((one) => open.has(one))
  const setOpen = (now: readonly string[]) => {
    if (isNarrowed) return setShut(new Set(ids.filter((one) => !now.includes(one))))
    setKept([...now])
    rememberOpen(LIST, user, now)
  }
  const toggle = (one: string) => setOpen(open.has(one) ? [...open].filter((other) => other !== one) : [...open, one])
  const tags = useMemo(() => new Map(library.tags.map((tag) => [tag.id, tag.name])), [library.tags])
  const mayAct = keeps !== null && !isOffline
  return (
    <section aria-label="Library">
      <search className={`row wrap gap8 mb16 ${s.bar}`} data-many={keeps === 'firm' || undefined}>
        <Button
          variant="default"
          className={`dim ${s.search}`}
          justify="flex-start"
          leftSection={<Icon name="search" size={16} stroke={1.75} />}
          onClick={() => setSearching(true)}
        >
          Search
        </Button>
        <LibraryChips kind={kind} isFavourites={isFavourites} onFavourites={setFavourites} />
        <div className={`flex gap8 push ${s.acts}`}>
          {shown.length > 0 && (
            <Button variant="subtle" color="gray" onClick={() => setOpen(isAllOpen ? [] : ids)}>
              {isAllOpen ? 'Close All' : 'Open All'}
            </Button>
          )}
          {keeps === 'firm' && (
            <>
              <Button variant="subtle" color="gray" renderRoot={(props) => <Link {...props} to="/insights/digests" />}>
                Digests
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="mail-plus" />}
                disabled={!mayAct}
                onClick={() => setDigest({})}
              >
                {digestLabels.create}
              </Button>
            </>
          )}
          {keeps !== null && (
            <Button
              leftSection={<Icon name="plus" stroke={2} />}
              disabled={!mayAct}
              onClick={() => doings.ask({ kind: 'add' })}
            >
              {libraryLabels.add}
            </Button>
          )}
        </div>
      </search>
      <AnswerState isAwaited of={asked} />
      <p className="hide" role="status">
        {doings.said || (isNarrowed ? formatItemCount(left.length) : '')}
      </p>
      {asked.value && left.length === 0 && (isNarrowed || shown.length === 0) && (
        <EmptyState title={isNarrowed ? 'Nothing here yet' : 'The Library is empty'}>
          {isFavourites ? 'Favorite items to keep them handy.' : 'Content your firm adds appears here.'}
        </EmptyState>
      )}
      {shown.map((section, place) => (
        <LibrarySection
          key={section.id}
          section={section}
          place={place}
          contents={bySection.get(section.id) ?? []}
          library={library}
          tags={tags}
          doings={mayAct && isRoomy && section.owner === keeps ? doings : null}
          isOpen={open.has(section.id)}
          onToggle={() => toggle(section.id)}
        />
      ))}
      {keeps !== null && isRoomy && asked.value && (
        <div className={`ruled ${s.addSection}`}>
          <Button
            variant="subtle"
            leftSection={<Icon name="plus" stroke={1.75} />}
            disabled={!mayAct}
            onClick={() => doings.ask({ kind: 'section' })}
          >
            {libraryLabels.newSection}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {digest && <OpenDigest digest={null} first={digest.first} adder={adder} onClose={() => setDigest(null)} />}
        {/* Covers the digest while an item is edited. */}
        {doings.asking && <LibraryDialogs library={library} doings={doings} asking={doings.asking} />}
        {isSearching && <SearchDialog library={library} onClose={() => setSearching(false)} />}
      </Suspense>
    </section>
  )
}

const noneShut: ReadonlySet<string> = new Set()
