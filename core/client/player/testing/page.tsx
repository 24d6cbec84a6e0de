// A page with one video, as in a lesson. Tests read `window.told`.
import '#core/ui/inter.css'
import '#core/ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { Cue } from '#core/contract/captions.ts'
import type { Media } from '#core/contract/video.ts'
import { roles, theme } from '#core/ui/theme.ts'
import { ApiError, headersOf } from '../../api.ts'
import { session } from '../../session.ts'
import { KeepOnDevice } from '../KeepOnDevice.tsx'
import { Player } from '../Player.tsx'
import { usePlaying } from '../playing.ts'
import { SpokenNow } from '../SpokenNow.tsx'
import type { SendingVideo } from '../sendVideo.ts'
import { Transcript } from '../Transcript.tsx'
import { VideoField } from '../VideoField.tsx'

type PlayerState = { ranges: [number, number][][]; seconds: number[]; loads: number }
const told: PlayerState = { ranges: [], seconds: [], loads: 0 }
Object.assign(window, { told })

const id = new URLSearchParams(location.search).get('video') ?? ''
const from = Number(new URLSearchParams(location.search).get('from') ?? 0)

async function watch(): Promise<{ media: Media; cues: Cue[] }> {
  told.loads++
  const answer = await fetch(`/api/toyvideos/${id}`, { headers: headersOf('GET', session.get()?.token) }).catch(
    () => null,
  )
  if (!answer) throw new ApiError(0, { message: 'There is no internet connection.', code: 'network' })
  if (!answer.ok) throw new ApiError(answer.status, await answer.json())
  return answer.json()
}

function Page() {
  const playing = usePlaying()
  const [cues, setCues] = useState<Cue[]>([])
  const [media, setMedia] = useState<Media | null>(null)
  const [tab, setTab] = useState('lesson')
  const load = useCallback(async () => (await watch()).media, [])
  useEffect(() => {
    watch().then(
      (found) => {
        localStorage.setItem('cues', JSON.stringify(found.cues))
        setCues(found.cues)
        setMedia(found.media)
      },
      () => setCues(JSON.parse(localStorage.getItem('cues') ?? '[]')),
    )
  }, [])
  return (
    <main style={{ maxWidth: 760, margin: '24px auto', padding: '0 16px' }}>
      <h1>Asking for the next meeting</h1>
      <Player
        id={id}
        title="Asking for the next meeting"
        load={load}
        playing={playing}
        cues={cues}
        from={from}
        onPlayed={(ranges, second) => {
          told.ranges.push(ranges)
          told.seconds.push(second)
        }}
      />
      <p>
        <button type="button" onClick={() => setTab(tab === 'lesson' ? 'transcript' : 'lesson')}>
          Other tab
        </button>
      </p>
      {tab === 'lesson' ? <SpokenNow cues={cues} playing={playing} /> : <Transcript cues={cues} playing={playing} />}
      <KeepOnDevice id={id} name="Asking for the next meeting" media={media} load={load} />
    </main>
  )
}

function Sending() {
  const [sending, setSending] = useState<SendingVideo | null>(null)
  const state = useSyncExternalStore(sending?.subscribe ?? never, () => sending?.get() ?? null)
  const made = state?.film ? { upload_id: state.film, thumbnail_upload_id: state.poster, facts: state.facts } : null
  return (
    <main style={{ maxWidth: 640, margin: '24px auto', padding: '0 16px' }}>
      <h1>Add Lesson</h1>
      <VideoField
        label="Video"
        kinds={{ video: 'toyFilm', poster: 'toyPicture' }}
        sending={sending}
        onChange={setSending}
      />
      <output>{JSON.stringify(made)}</output>
    </main>
  )
}

const never = () => () => undefined

await navigator.serviceWorker.register('/sw.js')
await navigator.serviceWorker.ready
if (!navigator.serviceWorker.controller)
  await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
createRoot(document.getElementById('root')!).render(
  <MantineProvider
    deduplicateCssVariables={false}
    theme={theme}
    cssVariablesResolver={roles}
    defaultColorScheme="auto"
    getStyleNonce={() => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''}
  >
    {id === '' ? <Sending /> : <Page />}
  </MantineProvider>,
)
