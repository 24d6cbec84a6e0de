import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type Cue, writeWebVtt } from '#core/contract/captions.ts'
import { formatPosition } from '#core/contract/playing.ts'
import { Controls } from './Controls.tsx'
import { choose, SPEEDS, useChoices } from './choices.ts'
import { commandOf, type PlayerCommand, speedNext } from './keys.ts'
import s from './Player.module.css'
import { type Playback, useCueAt } from './playing.ts'
import { secondIn, seekTo } from './seeking.ts'
import { type PlayedMedia, useSource } from './useSource.ts'
import { type Before, playbackPosition, useVideo } from './useVideo.ts'

type Props = {
  /** Identifies the stored copy, for all versions of the video. */
  id: string
  /** For screen readers and the system's media controls. */
  title: string
  /** Called again when the URLs expire. Not called for a video stored on this device. */
  load: () => Promise<PlayedMedia>
  /** From `usePlaying`, shared with components that follow the video. */
  playing: Playback
  /** Empty if there are none. */
  cues: readonly Cue[]
  /** The second at which this person stopped, on any device. */
  from: number
  /**
   * Ranges of seconds played since the last call, and the position. Called after every 5 s of playback, on pause, at
   * the end, and when the page is hidden or closed.
   */
  onPlayed: (ranges: [number, number][], second: number) => void
  onEnded?: () => void
  /** Shows only the screen, the time, and a link to the large player. */
  isSmall?: boolean
}

/** Give it the video as `key`, and load it with `lazy` when it is shown. */
export function Player({ id, title, load, playing, cues, from, onPlayed, onEnded, isSmall = false }: Props) {
  const place = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const choices = useChoices()
  const before = useRef<Before>(null)
  const { source, problem, again, plays, tryAgain } = useSource(id, load, () => {
    before.current = playbackPosition(video.current)
  })
  const { speed, volume, isMuted, hasCaptions } = choices
  const shown = useVideo({
    video,
    playing,
    source,
    before,
    from,
    speed,
    onPlayed,
    onEnded,
    onBroken: again,
    onPlays: plays,
  })
  const inPicture = useIsIn(video, 'picture')
  const isFull = useIsIn(place, 'fullscreen')
  const track = useTrack(cues)
  const showsTrack = hasCaptions && inPicture

  useEffect(() => {
    if (!video.current) return
    video.current.volume = volume
    video.current.muted = isMuted
  }, [volume, isMuted])
  useEffect(() => {
    // The player renders captions above the controls. In picture-in-picture the browser draws them.
    for (const one of video.current?.textTracks ?? []) one.mode = showsTrack ? 'showing' : 'hidden'
  }, [showsTrack])
  useEffect(() => {
    if (!navigator.mediaSession || !shown.isRunning) return
    navigator.mediaSession.metadata = new MediaMetadata({ title })
  }, [title, shown.isRunning])

  const toggle = () => {
    const element = video.current
    if (!element || !source) return
    if (element.paused) void element.play().catch(() => undefined)
    else element.pause()
  }
  const run = (command: PlayerCommand) => {
    const element = video.current
    if (!element) return
    if (command.do === 'toggle') toggle()
    else if (command.do === 'mute') choose({ isMuted: !isMuted })
    else if (command.do === 'captions') choose({ hasCaptions: !hasCaptions })
    else if (command.do === 'fullscreen') void goFull(place.current, element)
    else if (command.do === 'picture') void goPicture(element)
    else if (command.do === 'volume')
      choose({ volume: Math.min(1, Math.max(0, Math.round((volume + command.by) * 10) / 10)), isMuted: false })
    else if (command.do === 'speed') choose({ speed: speedNext(SPEEDS, speed, command.by) })
    else if (command.do === 'move') goTo(element, secondIn(element) + command.by)
    else goTo(element, command.share * element.duration)
  }
  const press = (event: KeyboardEvent) => {
    const command = commandOf(event, (event.target as HTMLElement).tagName)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    run(command)
  }

  return (
    <section
      ref={place}
      className={s.player}
      aria-label={`Video: ${title}`}
      data-small={isSmall || undefined}
      onKeyDown={press}
    >
      <div className={`relative ${s.screen}`}>
        <video
          ref={video}
          className={`block fill ${s.video}`}
          src={source?.url}
          poster={source?.poster ?? undefined}
          preload="metadata"
          playsInline
          tabIndex={-1}
          aria-hidden
          onClick={toggle}
        >
          <track kind="captions" srcLang="en" label="English" src={track ?? undefined} />
        </video>
        {hasCaptions && !isSmall && !inPicture && <Captions cues={cues} playing={playing} />}
        {problem !== null && (
          <div className={`row gap12 p16 absolute center ${s.problem}`} role="alert">
            <p>{problem}</p>
            <button type="button" className={`rounded ${s.tryAgain}`} onClick={tryAgain}>
              Try again
            </button>
          </div>
        )}
      </div>
      <Controls
        {...shown}
        isSmall={isSmall}
        isFull={isFull}
        isInPicture={inPicture}
        hasCues={cues.length > 0}
        choices={choices}
        isOff={source === null}
        onSeek={(second) => {
          if (video.current) seekTo(video.current, second)
        }}
        onCommand={run}
      />
      <p className="hide" role="status">
        {shown.isWaiting && shown.isRunning ? `Loading at ${formatPosition(shown.second)}…` : ''}
      </p>
    </section>
  )
}

const goTo = (video: HTMLVideoElement, second: number) => {
  seekTo(video, Math.max(0, Math.min(second, video.duration || 0)) || 0)
}

function Captions({ cues, playing }: { cues: readonly Cue[]; playing: Playback }) {
  const at = useCueAt(playing, cues)
  const cue = cues[at]
  if (!cue || playing.second() > cue.to + 0.5) return null
  return <p className={`lead medium absolute center ${s.caption}`}>{cue.text}</p>
}

/** Returns the URL of a caption file for the browser's own captions. */
function useTrack(cues: readonly Cue[]): string | null {
  const text = useMemo(() => (cues.length > 0 ? writeWebVtt(cues) : null), [cues])
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (text === null) return
    const made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [text])
  return url
}

/** On iPhones only the video element itself can be full screen. */
type ApplesVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

async function goFull(place: HTMLElement | null, video: ApplesVideo): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
  else if (place?.requestFullscreen) await place.requestFullscreen().catch(() => undefined)
  else video.webkitEnterFullscreen?.()
}

async function goPicture(video: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement) await document.exitPictureInPicture().catch(() => undefined)
  else await video.requestPictureInPicture?.().catch(() => undefined)
}

function useIsIn(of: { current: HTMLElement | null }, what: 'picture' | 'fullscreen'): boolean {
  const [isIn, setIsIn] = useState(false)
  useEffect(() => {
    const look = () =>
      setIsIn((what === 'picture' ? document.pictureInPictureElement : document.fullscreenElement) === of.current)
    const names = what === 'picture' ? ['enterpictureinpicture', 'leavepictureinpicture'] : ['fullscreenchange']
    // Picture-in-picture events don't reach the document in every browser.
    const target = what === 'picture' ? of.current : document
    for (const name of names) target?.addEventListener(name, look)
    return () => {
      for (const name of names) target?.removeEventListener(name, look)
    }
  }, [of, what])
  return isIn
}
