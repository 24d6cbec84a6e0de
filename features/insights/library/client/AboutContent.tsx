import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { dispatchOn } from '#core/client/act.ts'
import { useCanMakeSteps } from '#core/client/IntoStep.tsx'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { formatDay } from '#core/contract/dates.ts'
import { formatStamp } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { favoriteContent } from '../actions.ts'
import type { ItemSection, LibraryItem } from '../contract.ts'
import { kindLabels } from '../listing.ts'
import s from './Content.module.css'
import { libraryLabels } from './labels.ts'
import { useDoings } from './useDoings.ts'
import { useIsRoomy } from './useIsRoomy.ts'
import { type ShownLibrary, useKeeps } from './useLibrary.ts'

const LibraryDialogs = lazyComponent(() => import('./LibraryDialogs.tsx').then((file) => file.LibraryDialogs))
const WarningDialog = lazyComponent(() => import('./WarningDialog.tsx').then((file) => file.WarningDialog))

type Props = { content: LibraryItem; section: ItemSection | undefined; library: ShownLibrary }

/** Shows an item's description, its section and tags, the heart, and the actions of people who manage it. */
export function AboutContent({ content, section, library }: Props) {
  const engine = useEngine()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const hasTargets = useCanMakeSteps()
  const isRoomy = useIsRoomy()
  const doings = useDoings(library)
  const isKept = useKeeps() === content.owner
  const { id, description, favourite, event_at: when, expires } = content
  const icon = favourite ? 'heart-filled' : 'heart'
  const tags = library.tags.filter((tag) => content.tags_id.includes(tag.id)).map(({ name }) => name)
  const facts: readonly [string, string][] = [
    ['Type', kindLabels[content.kind]],
    ['Section', section?.name ?? ''],
    ['Tags', tags.join(', ')],
    ['When', when ? formatStamp(when) : ''],
    ['Share', content.allow_external ? 'Can be shared outside the firm' : 'For people at the firm only'],
    ['Hidden', expires && isKept ? `from ${formatDay(expires)}` : ''],
  ]
  const { asking } = doings
  return (
    <aside className={`card p16`} aria-label="About this content">
      {description !== '' && <p className={`break pretty mb12`}>{description}</p>}
      <dl className={`mb16 ${s.facts}`}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="grid gap12">
              <dt className="dim">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className="grid gap8">
        {hasTargets && (
          <Button leftSection={<Icon name="target-arrow" />} onClick={() => doings.ask({ kind: 'care', content })}>
            {libraryLabels.care}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name={icon} />}
          aria-pressed={favourite}
          onClick={() => dispatchOn(engine, favoriteContent, { id, favourite: !favourite })}
        >
          Favorite
        </Button>
        {isKept && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="users" />}
              disabled={!isOnline}
              onClick={() => doings.ask({ kind: 'readers', content })}
            >
              Users with access
            </Button>
            {isRoomy && (
              <Button
                variant="default"
                leftSection={<Icon name="pencil" />}
                disabled={!isOnline}
                onClick={() => doings.ask({ kind: 'edit', content })}
              >
                {libraryLabels.edit}
              </Button>
            )}
            {isRoomy && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<Icon name="trash" />}
                disabled={!isOnline}
                onClick={() => doings.ask({ kind: 'delete', content })}
              >
                Delete
              </Button>
            )}
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {asking?.kind === 'delete' ? (
          <WarningDialog
            of={asking.content}
            what="content"
            library={library}
            onClose={doings.close}
            onDeleted={() => void navigate({ to: '/insights/library', replace: true })}
          />
        ) : (
          asking && <LibraryDialogs library={library} doings={doings} asking={asking} />
        )}
      </Suspense>
    </aside>
  )
}
