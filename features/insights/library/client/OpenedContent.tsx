import { Button } from '@mantine/core'
import { dispatchOn } from '#core/client/act.ts'
import { call } from '#core/client/api.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { usePlaying } from '#core/client/player/playing.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { useWayBack, WayBack } from '#core/client/WayBack.tsx'
import { formatDay } from '#core/contract/dates.ts'
import { goOnlineTo } from '#core/contract/phrases.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { viewContent } from '../actions.ts'
import type { OpenContent } from '../contract.ts'
import { hostOf, kindLabels, measureOf } from '../listing.ts'
import { routes } from '../routesContract.ts'
import { AboutContent } from './AboutContent.tsx'
import s from './Content.module.css'
import { ContentLink } from './ContentLink.tsx'
import type { ShownLibrary } from './useLibrary.ts'

const PdfView = lazyComponent(
  () => import('#core/client/pdf/PdfView.tsx').then((file) => file.PdfView),
  <LoadingPlaceholder />,
)
const Player = lazyComponent(
  () => import('#core/client/player/Player.tsx').then((file) => file.Player),
  <LoadingPlaceholder />,
)

type Props = {
  content: OpenContent
  library: ShownLibrary
  page: number
  isOffline: boolean
  /** The server has returned the data that opens it. */
  isAsked: boolean
}

export function OpenedContent({ content, library, page, isOffline, isAsked }: Props) {
  const { name, kind, created, made_by: by, section_id } = content
  const section = library.sections.find(({ id }) => id === section_id)
  const among = library.contents.filter((one) => one.section_id === section_id)
  const at = among.findIndex(({ id }) => id === content.id)
  const next = at >= 0 ? among[at + 1] : undefined
  const from = useWayBack()
  const measure = content.blog_url === '' ? measureOf(content) : ''
  return (
    <>
      <nav className={`row between gap16 ${s.crumb}`} aria-label="Library">
        {from === null ? (
          <Link to="/insights/library" className={`inline gap6 medium link dim ${s.back}`}>
            <Icon name="arrow-left" stroke={1.75} />
            {section?.name ?? 'Library'}
          </Link>
        ) : (
          <WayBack to={from} className={`inline gap6 medium link dim ${s.back}`} />
        )}
        {among.length > 1 && at >= 0 && (
          <span className="row gap16 shrink">
            <span className="cap rigid">
              {at + 1} of {among.length}
            </span>
            {next && (
              <ContentLink content={next} className={`one link onlyWide ${s.next}`}>
                Next: <b>{next.name}</b>
              </ContentLink>
            )}
          </span>
        )}
      </nav>
      <header className="mb16">
        <h1 className="break">{name}</h1>
        <p className="dim">
          {[kindLabels[kind], measure, `added ${formatDay(created.slice(0, 10))}${by && ` by ${by}`}`]
            .filter(Boolean)
            .join(', ')}
        </p>
      </header>
      <div className={`grid gap32 ${s.columns}`}>
        <div className="shrink">
          {content.content_type !== 'blog' && <NeedsConnection isOffline={isOffline} what={goOnlineTo('open it')} />}
          {!isAsked && !isOffline && <LoadingPlaceholder />}
          {isAsked && !isOffline && <Shown content={content} page={page} />}
          {isOffline && content.content_type === 'blog' && <Shown content={content} page={page} />}
        </div>
        <AboutContent content={content} section={section} library={library} />
      </div>
    </>
  )
}

/** Shows the item with the viewer for its file type. */
function Shown({ content, page }: { content: OpenContent; page: number }) {
  const { id, name, file_type: type, file_url: address, blog_url, revision } = content
  const engine = useEngine()
  const playing = usePlaying()
  if (content.content_type === 'blog')
    return (
      <div className={`card ${s.leaves}`}>
        <p>This is hosted at {hostOf(blog_url)}.</p>
        <Button
          component="a"
          href={blog_url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<Icon name="external-link" />}
          onClick={() => dispatchOn(engine, viewContent, { id })}
        >
          Open in a new window
        </Button>
      </div>
    )
  if (content.content_type === 'video' && content.media)
    return (
      <Player
        key={content.media.id}
        id={id}
        title={name}
        load={() => mediaOf(id)}
        playing={playing}
        cues={noCues}
        from={0}
        onPlayed={() => undefined}
      />
    )
  if (content.content_type === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: a recording that somebody added has no captions
    return <audio className="block fill" src={address} controls preload="metadata" aria-label={name} />
  if (type === 'application/pdf') return <PdfView key={`${id} ${revision}`} url={address} label={name} page={page} />
  return <img className={`block rounded ${s.picture}`} src={address} alt={name} />
}

const noCues: readonly never[] = []

async function mediaOf(id: string) {
  const { media } = await call(routes.read, { params: { id } })
  if (!media) throw new Error('A video without a film.')
  return media
}
